// Configuration put to the question: a document that is good, and the same with one thing changed.
// What is expected stands in the label of a step, so that a case file says it too.

import type { Accepts } from '../../dsl/scenario.ts'
import type { Term } from '../../dsl/term.ts'

/** A change of a document, by field paths as findings write them: `jwt[0].issuer.url`. */
export type Change = { set?: Record<string, Term>; drop?: string[] }

/**
 * What is to come of a changed document. `letter` is a refusal that the specification's letter asks
 * for and the genuine service does not make: it is judged in the dialect `cluster` alone.
 */
export type Expected =
  | { expect: 'taken' }
  | { expect: 'refused' | 'letter'; at: string[] }
  | { expect: 'noted'; what: string }
  | { expect: 'filled'; at: string; with: unknown }

export type Case = Expected & { change: Change; more?: More; only?: 'cluster' | 'kubernetes' }

/** What is asked beside the document: gates, options, other files. */
type More = Omit<Accepts['accepts'], 'files'> & { files?: File[] }

export const without = (...paths: string[]): Change => ({ drop: paths })
export const put = (set: Record<string, Term>, ...drop: string[]): Change => ({ set, drop })

/** The same document without the defect, or with what may look like one. */
export const taken = (change: Change): Case => ({ change, expect: 'taken' })

/** A refusal at any of the paths, or else at the path that was changed first. */
export const refused = (change: Change, ...at: string[]): Case => ({
  change,
  expect: 'refused',
  at: at.length > 0 ? at : changed(change).slice(0, 1),
})

export const byTheLetter = (change: Change, ...at: string[]): Case => ({
  change,
  expect: 'letter',
  at: at.length > 0 ? at : changed(change).slice(0, 1),
})

/** What the specification leaves open. */
export const noted = (change: Change, what: string): Case => ({ change, expect: 'noted', what })

/** What a document is taken to say at a path where it says nothing. */
export const filled = (change: Change, at: string, value: unknown): Case => ({
  change,
  expect: 'filled',
  at,
  with: value,
})

/** Where the genuine service keeps to something else, a case is judged in one dialect alone. */
export const caseIn = (only: 'cluster' | 'kubernetes', one: Case): Case => ({ ...one, only })

/** A case asked with more beside the document: gates, options, other files. */
export const beside = (more: More, one: Case): Case => ({ ...one, more })

const changed = ({ drop = [], set = {} }: Change): string[] => [...Object.keys(set), ...drop]

/** A good document and what is to come of it when it is changed. */
export type Asked = { good: Term; cases: Case[]; files?: File[] }

type File = Accepts['accepts']['files'][number]

/** Files on the machine that the document is for, with their texts by their absolute names. */
export const onMachine = (texts: Record<string, string>): File[] =>
  Object.entries(texts).map(([name, text]) => ({ name, text }))

/**
 * What is to be taken; and then, where anything else is to come of a change, the good document and
 * those changes of it. Several documents may be asked about under one requirement.
 */
export const questions = (...all: Asked[]): Accepts[] =>
  all.flatMap((asked, nth) =>
    questionsOf(asked, all.slice(0, nth).flatMap(({ cases }) => cases).length),
  )

function questionsOf({ good, cases, files = [] }: Asked, before: number): Accepts[] {
  const asked = cases.map(({ change, more, only, ...rest }, index) => ({
    as: `${only === undefined ? '' : `${only} `}${labelOf(rest, before + index + 1)}`,
    accepts: {
      ...more,
      files: [{ name, document: edited(good, change) }, ...files, ...(more?.files ?? [])],
    },
    isTaken: rest.expect === 'taken',
  }))
  const steps = (isIt: boolean): Accepts[] =>
    asked.filter(({ isTaken }) => isTaken === isIt).map(({ as, accepts }) => ({ as, accepts }))
  const others = steps(false)
  const as = before === 0 ? 'twin' : `twin ${before + 1}`
  const twin = { as, accepts: { files: [{ name, document: good }, ...files] } }
  return [...steps(true), ...(others.length > 0 ? [twin] : []), ...others]
}

const name = 'config.yaml'

/** A label that says what is to come of its step. */
export function labelOf(one: Expected, nth: number): string {
  if (one.expect === 'taken') return `taken ${nth}`
  if (one.expect === 'noted') return `noted ${nth}: ${one.what}`
  if (one.expect === 'filled') return `filled ${nth}: ${one.at} = ${JSON.stringify(one.with)}`
  return `${one.expect} ${nth}: ${one.at.join(' | ')}`
}

const edited = (good: Term, { set, drop }: Change): Term => ({
  $edit: good,
  ...(set ? { set: pointed(set) } : {}),
  ...(drop ? { drop: drop.map(pointerOf) } : {}),
})

const pointed = (set: Record<string, Term>): Record<string, Term> =>
  Object.fromEntries(Object.entries(set).map(([path, value]) => [pointerOf(path), value]))

/** `jwt[0].issuer.url` as a JSON pointer; a key in brackets stands as it is: `extra[a.b]`. */
export const pointerOf = (path: string): string =>
  [...path.matchAll(/\[([^\]]*)\]|[^.[]+/g)]
    .map(([word, bracketed]) => bracketed ?? word)
    .map(key => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
