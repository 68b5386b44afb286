// Configuration put to the question: a document that is good, and the same with one thing changed.
// What is expected stands in the label of a step, so that a case file says it too.

import type { ConfigCheckStep } from '../../dsl/scenario.ts'
import type { Term } from '../../dsl/term.ts'

/** A change of a document, by field paths as findings write them: `jwt[0].issuer.url`. */
export type DocumentChange = { set?: Record<string, Term>; drop?: string[] }

/**
 * What is to come of a changed document. `letter` is a refusal that the specification's letter asks
 * for and the genuine service does not make: it is judged in the dialect `cluster` alone.
 */
export type ExpectedOutcome =
  | { expect: 'taken' }
  | { expect: 'refused' | 'letter'; at: string[] }
  | { expect: 'noted'; what: string }
  | { expect: 'filled'; at: string; with: unknown }

export type ConfigCase = ExpectedOutcome & {
  change: DocumentChange
  more?: More
  only?: 'cluster' | 'kubernetes'
}

/** What is asked beside the document: gates, options, other files. */
type More = Omit<ConfigCheckStep['accepts'], 'files'> & { files?: File[] }

export const withoutFields = (...paths: string[]): DocumentChange => ({ drop: paths })
export const withFields = (set: Record<string, Term>, ...drop: string[]): DocumentChange => ({
  set,
  drop,
})

/** The same document without the defect, or with what may look like one. */
export const acceptedCase = (change: DocumentChange): ConfigCase => ({ change, expect: 'taken' })

/** A refusal at any of the paths, or else at the path that was changed first. */
export const refusedCase = (change: DocumentChange, ...at: string[]): ConfigCase => ({
  change,
  expect: 'refused',
  at: at.length > 0 ? at : changed(change).slice(0, 1),
})

export const literalOnlyCase = (change: DocumentChange, ...at: string[]): ConfigCase => ({
  change,
  expect: 'letter',
  at: at.length > 0 ? at : changed(change).slice(0, 1),
})

/** What the specification leaves open. */
export const recordedCase = (change: DocumentChange, what: string): ConfigCase => ({
  change,
  expect: 'noted',
  what,
})

/** What a document is taken to say at a path where it says nothing. */
export const defaultedCase = (change: DocumentChange, at: string, value: unknown): ConfigCase => ({
  change,
  expect: 'filled',
  at,
  with: value,
})

/** Where the genuine service keeps to something else, a case is judged in one dialect alone. */
export const caseOnlyIn = (only: 'cluster' | 'kubernetes', one: ConfigCase): ConfigCase => ({
  ...one,
  only,
})

/** A case asked with more beside the document: gates, options, other files. */
export const caseWith = (more: More, one: ConfigCase): ConfigCase => ({ ...one, more })

const changed = ({ drop = [], set = {} }: DocumentChange): string[] => [
  ...Object.keys(set),
  ...drop,
]

/** A good document and what is to come of it when it is changed. */
export type DocumentCases = { good: Term; cases: ConfigCase[]; files?: File[] }

type File = ConfigCheckStep['accepts']['files'][number]

/** Files on the machine that the document is for, with their texts by their absolute names. */
export const machineFiles = (texts: Record<string, string>): File[] =>
  Object.entries(texts).map(([name, text]) => ({ name, text }))

/**
 * What is to be taken; and then, where anything else is to come of a change, the good document and
 * those changes of it. Several documents may be asked about under one requirement.
 */
export const configCheckSteps = (...all: DocumentCases[]): ConfigCheckStep[] =>
  all.flatMap((asked, nth) =>
    questionsOf(asked, all.slice(0, nth).flatMap(({ cases }) => cases).length),
  )

function questionsOf(
  { good, cases, files = [] }: DocumentCases,
  before: number,
): ConfigCheckStep[] {
  const asked = cases.map(({ change, more, only, ...rest }, index) => ({
    as: `${only === undefined ? '' : `${only} `}${outcomeLabel(rest, before + index + 1)}`,
    accepts: {
      ...more,
      files: [{ name, document: edited(good, change) }, ...files, ...(more?.files ?? [])],
    },
    isTaken: rest.expect === 'taken',
  }))
  const steps = (isIt: boolean): ConfigCheckStep[] =>
    asked.filter(({ isTaken }) => isTaken === isIt).map(({ as, accepts }) => ({ as, accepts }))
  const others = steps(false)
  const as = before === 0 ? 'twin' : `twin ${before + 1}`
  const twin = { as, accepts: { files: [{ name, document: good }, ...files] } }
  return [...steps(true), ...(others.length > 0 ? [twin] : []), ...others]
}

const name = 'config.yaml'

/** A label that says what is to come of its step. */
export function outcomeLabel(one: ExpectedOutcome, nth: number): string {
  if (one.expect === 'taken') return `taken ${nth}`
  if (one.expect === 'noted') return `noted ${nth}: ${one.what}`
  if (one.expect === 'filled') return `filled ${nth}: ${one.at} = ${JSON.stringify(one.with)}`
  return `${one.expect} ${nth}: ${one.at.join(' | ')}`
}

const edited = (good: Term, { set, drop }: DocumentChange): Term => ({
  $edit: good,
  ...(set ? { set: pointed(set) } : {}),
  ...(drop ? { drop: drop.map(fieldPathPointer) } : {}),
})

const pointed = (set: Record<string, Term>): Record<string, Term> =>
  Object.fromEntries(Object.entries(set).map(([path, value]) => [fieldPathPointer(path), value]))

/** `jwt[0].issuer.url` as a JSON pointer; a key in brackets stands as it is: `extra[a.b]`. */
export const fieldPathPointer = (path: string): string =>
  [...path.matchAll(/\[([^\]]*)\]|[^.[]+/g)]
    .map(([word, bracketed]) => bracketed ?? word)
    .map(key => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
