// What a rule is, and how the usual ones are written. The limits in a rule are data, so that a
// mutant can widen them; what cannot be told by limits is a law with a function.

import type { DialectName } from '../api/dialect.ts'
import type { By } from './vocabulary.ts'

export type Path = readonly (string | number)[]

export type FaultType =
  | ('Required value' | 'Invalid value' | 'Unsupported value' | 'Duplicate value')
  | ('Forbidden' | 'Too many' | 'Too long' | 'Not found')
  | ('unknown field' | 'duplicate field' | 'unreadable')

/** Something wrong in a value. `at` leads from the value that was judged to what is wrong. */
export type Fault = {
  readonly at?: Path
  readonly type: FaultType
  readonly detail?: string
  /** Shown before the detail; undefined shows nothing. */
  readonly value?: unknown
}

/** What a rule may know beside the value. */
export type Context = {
  readonly dialect: DialectName
  readonly apiDomain: string
  /** Defaults stand for fields that are required by the letter. */
  readonly lenient: boolean
  readonly gates: { readonly [name: string]: boolean }
  readonly beside: Beside
  readonly look?: Look | undefined
}

/** What other parts of the same cluster are told, for rules that compare the two. */
export type Beside = {
  /** How often node agents report, such as `10s` (CM-064). */
  readonly nodeStatusUpdateFrequency?: string
  /** What the API server's flag of the garbage collector says (CM-062). */
  readonly enableGarbageCollector?: boolean
  /** Whether the command line has --anonymous-auth (AUTHN-003). */
  readonly anonymousAuthFlag?: boolean
  /** The issuers of service account tokens, which no other authenticator may claim. */
  readonly serviceAccountIssuers?: readonly string[]
}

/** What stands under a path of the machine that the configuration is for. */
export type Look = (path: string) => 'file' | 'other' | 'absent' | { readonly fault: string }

type Told = {
  readonly by: By
  /** Further rows that the same rule stands for. */
  readonly also?: readonly By[]
  /** The rule as a sentence, for people. */
  readonly says: string
  readonly onlyIn?: DialectName
  /** Something lawful that is better not done. */
  readonly severity?: 'warning'
}

/** One of these texts. */
export type Values = Told & { readonly is: 'values'; readonly of: readonly string[] }
/** Limits of a number, or of a duration in seconds; `above` and `below` are not reached. */
export type Range = Told & {
  readonly is: 'range'
  readonly min?: number
  readonly max?: number
  readonly above?: number
  readonly below?: number
}
/** How many items a list has. */
export type Count = Told & { readonly is: 'count'; readonly min?: number; readonly max?: number }
export type Pattern = Told & { readonly is: 'pattern'; readonly syntax: RegExp }
/** No two items of a list are alike, as a whole or in one member. */
export type Unique = Told & { readonly is: 'unique'; readonly member?: Path }
/** How many of these members an object has. */
export type Choice = Told & {
  readonly is: 'choice'
  readonly of: readonly string[]
  readonly min?: 0 | 1
  readonly max?: 1
}
export type Law = Told & {
  readonly is: 'law'
  readonly faults: (value: never, context: Context) => Iterable<Fault>
}

export type Rule = Values | Range | Count | Pattern | Unique | Choice | Law

type Traits = Partial<Pick<Told, 'also' | 'onlyIn' | 'severity'>>

export const oneOf = (by: By, of: readonly string[], traits: Traits = {}): Values => ({
  is: 'values',
  by,
  of,
  says: `one of ${of.map(value => JSON.stringify(value)).join(', ')}`,
  ...traits,
})

export const range = (
  by: By,
  limits: Pick<Range, 'min' | 'max' | 'above' | 'below'>,
  told: Traits & { readonly says: string },
): Range => ({ is: 'range', by, ...limits, ...told })

export const count = (
  by: By,
  limits: Pick<Count, 'min' | 'max'>,
  told: Traits & { readonly says?: string } = {},
): Count => ({ is: 'count', by, ...limits, says: countSays(limits), ...told })

const countSays = ({ min, max }: Pick<Count, 'min' | 'max'>): string =>
  max === undefined ? `at least ${min} item${min === 1 ? '' : 's'}` : `at most ${max} items`

export const pattern = (by: By, syntax: RegExp, says: string, traits: Traits = {}): Pattern => ({
  is: 'pattern',
  by,
  syntax,
  says,
  ...traits,
})

export const unique = (by: By, member?: Path, traits: Traits = {}): Unique => ({
  is: 'unique',
  by,
  ...(member ? { member } : {}),
  says: member ? `no two with the same ${member.join('.')}` : 'no duplicates',
  ...traits,
})

/** Exactly one of the members. */
export const exactlyOne = (by: By, of: readonly string[], says: string): Choice => ({
  is: 'choice',
  by,
  of,
  min: 1,
  max: 1,
  says,
})

export const atMostOne = (by: By, of: readonly string[], says: string): Choice => ({
  is: 'choice',
  by,
  of,
  max: 1,
  says,
})

export const atLeastOne = (
  by: By,
  of: readonly string[],
  says: string,
  traits: Traits = {},
): Choice => ({ is: 'choice', by, of, min: 1, says, ...traits })

/** A rule that only a function can tell. `Value` is what it judges, shaped as declared. */
export const law = <Value>(
  told: Omit<Law, 'is' | 'faults'> & {
    readonly faults: (value: Value, context: Context) => Iterable<Fault>
  },
): Law => ({ is: 'law', ...told })

/** The fault of a value that has the right type and breaks a rule. */
export const invalid = (at: Path, value: unknown, detail: string): Fault => ({
  at,
  type: 'Invalid value',
  value,
  detail,
})

export const missing = (at: Path, detail = ''): Fault => ({ at, type: 'Required value', detail })

export const repeated = (at: Path, value: unknown): Fault => ({
  at,
  type: 'Duplicate value',
  value,
})

export const unsupported = (value: unknown, values: readonly string[]): Fault => ({
  type: 'Unsupported value',
  value,
  detail: `supported values: ${values.map(one => JSON.stringify(one)).join(', ')}`,
})
