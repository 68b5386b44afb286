// Builds configuration checks: a valid document and the same document with one change. The label of
// a step contains the expected result, so that a case file does so, too.

import type { ConfigCheckStep } from '../../dsl/scenario.ts'
import { escapeSegment } from '../../dsl/term.ts'
import type { Term } from '../../dsl/term.ts'

/** A change of a document, by field paths in the form of findings: `jwt[0].issuer.url`. */
export type DocumentChange = { set?: Record<string, Term>; drop?: string[] }

/**
 * The expected result for a changed document. `literal` is a refusal that the literal specification
 * requires and the genuine service does not make. It is judged only in the dialect `cluster`.
 */
export type ExpectedOutcome =
  | { expect: 'accepted' }
  | { expect: 'refused' | 'literal'; paths: string[] }
  | { expect: 'recorded'; what: string }
  | { expect: 'defaulted'; path: string; with: unknown }

export type ConfigCase = ExpectedOutcome & {
  change: DocumentChange
  more?: More
  only?: 'cluster' | 'kubernetes'
}

/** The rest of a check besides the document: gates, options, other files. */
type More = Omit<ConfigCheckStep['accepts'], 'files'> & { files?: File[] }

export const withoutFields = (...paths: string[]): DocumentChange => ({ drop: paths })
export const withFields = (set: Record<string, Term>, ...drop: string[]): DocumentChange => ({
  set,
  drop,
})

/**
 * A case whose document must be accepted: without the defect, or with a harmless similar change.
 */
export const acceptedCase = (change: DocumentChange): ConfigCase => ({ change, expect: 'accepted' })

/** A case that must be refused at one of the paths, by default at the first changed path. */
export const refusedCase = (change: DocumentChange, ...paths: string[]): ConfigCase => ({
  change,
  expect: 'refused',
  paths: paths.length > 0 ? paths : changed(change).slice(0, 1),
})

export const literalOnlyCase = (change: DocumentChange, ...paths: string[]): ConfigCase => ({
  change,
  expect: 'literal',
  paths: paths.length > 0 ? paths : changed(change).slice(0, 1),
})

/** A case that the specification leaves open. The result is recorded. */
export const recordedCase = (change: DocumentChange, what: string): ConfigCase => ({
  change,
  expect: 'recorded',
  what,
})

/** A case with the default value of an omitted field. */
export const defaultedCase = (
  change: DocumentChange,
  path: string,
  value: unknown,
): ConfigCase => ({
  change,
  expect: 'defaulted',
  path,
  with: value,
})

/** A case that is judged in only one dialect, because the genuine service behaves differently. */
export const caseOnlyIn = (only: 'cluster' | 'kubernetes', one: ConfigCase): ConfigCase => ({
  ...one,
  only,
})

/** A case with gates, options or other files besides the document. */
export const caseWith = (more: More, one: ConfigCase): ConfigCase => ({ ...one, more })

const changed = ({ drop = [], set = {} }: DocumentChange): string[] => [
  ...Object.keys(set),
  ...drop,
]

/** A valid document and the expected results of its changes. */
export type DocumentCases = { good: Term; cases: ConfigCase[]; files?: File[] }

type File = ConfigCheckStep['accepts']['files'][number]

/** Returns the files on the target machine, given as texts by absolute name. */
export const machineFiles = (texts: Record<string, string>): File[] =>
  Object.entries(texts).map(([name, text]) => ({ name, text }))

/**
 * Returns the steps of these checks: first the documents that must be accepted. If other results
 * are expected, the valid document and those changes follow. One requirement may use several
 * documents.
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
    isAccepted: rest.expect === 'accepted',
  }))
  const steps = (isAcceptedWanted: boolean): ConfigCheckStep[] =>
    asked
      .filter(({ isAccepted }) => isAccepted === isAcceptedWanted)
      .map(({ as, accepts }) => ({ as, accepts }))
  const others = steps(false)
  const as = before === 0 ? 'twin' : `twin ${before + 1}`
  const twin = { as, accepts: { files: [{ name, document: good }, ...files] } }
  return [...steps(true), ...(others.length > 0 ? [twin] : []), ...others]
}

const name = 'config.yaml'

/** Returns a label that contains the expected result of its step. */
export function outcomeLabel(one: ExpectedOutcome, nth: number): string {
  if (one.expect === 'accepted') return `accepted ${nth}`
  if (one.expect === 'recorded') return `recorded ${nth}: ${one.what}`
  if (one.expect === 'defaulted')
    return `defaulted ${nth}: ${one.path} = ${JSON.stringify(one.with)}`
  return `${one.expect} ${nth}: ${one.paths.join(' | ')}`
}

const edited = (good: Term, { set, drop }: DocumentChange): Term => ({
  $edit: good,
  ...(set ? { set: pointed(set) } : {}),
  ...(drop ? { drop: drop.map(fieldPathPointer) } : {}),
})

const pointed = (set: Record<string, Term>): Record<string, Term> =>
  Object.fromEntries(Object.entries(set).map(([path, value]) => [fieldPathPointer(path), value]))

/**
 * Converts a field path such as `jwt[0].issuer.url` to a JSON pointer. A key in brackets is
 * literal: `extra[a.b]`.
 */
export const fieldPathPointer = (path: string): string =>
  [...path.matchAll(/\[([^\]]*)\]|[^.[]+/g)]
    .map(([word, bracketed]) => bracketed ?? word)
    .map(key => `/${escapeSegment(key)}`)
    .join('')
