// What a rule is, and how the usual ones are written. The limits in a rule are data, so that a
// mutant can widen them; what limits cannot express is a function.

import type { DialectName } from '../api/dialect.ts'

/** A row of the catalogue such as `AUTHN-033`, or what only genuine servers do. */
export type RequirementId = string

export type ValuePath = readonly (string | number)[]

export type FaultType =
  | ('Required value' | 'Invalid value' | 'Unsupported value' | 'Duplicate value')
  | ('Forbidden' | 'Too many' | 'Too long' | 'Not found')
  | ('unknown field' | 'duplicate field' | 'unreadable')

/** Something wrong in a value. `at` leads from the value that was judged to what is wrong. */
export type ConfigFault = {
  readonly at?: ValuePath
  readonly type: FaultType
  readonly detail?: string
  /** Shown before the detail; undefined shows nothing. */
  readonly value?: unknown
}

/** What a rule may know beside the value. */
export type RuleContext = {
  readonly dialect: DialectName
  readonly apiDomain: string
  /** Defaults stand for fields that are required by the letter. */
  readonly lenient: boolean
  readonly gates: { readonly [name: string]: boolean }
  readonly beside: ClusterSettings
  readonly look?: FileLookup | undefined
}

/** What other parts of the same cluster are told, for rules that compare the two. */
export type ClusterSettings = {
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
export type FileLookup = (path: string) => 'file' | 'other' | 'absent' | { readonly fault: string }

type RuleCommon = {
  readonly by: RequirementId
  /** Further rows that the same rule stands for. */
  readonly also?: readonly RequirementId[]
  /** The rule as a sentence, for people. */
  readonly says: string
  readonly onlyIn?: DialectName
  /** Something lawful that is better not done. */
  readonly severity?: 'warning'
}

/** One of these texts. */
export type AllowedValuesRule = RuleCommon & {
  readonly is: 'values'
  readonly of: readonly string[]
}
/** Limits of a number, or of a duration in seconds; `above` and `below` are not reached. */
export type RangeRule = RuleCommon & {
  readonly is: 'range'
  readonly min?: number
  readonly max?: number
  readonly above?: number
  readonly below?: number
}
/** How many items a list has. */
export type CountRule = RuleCommon & {
  readonly is: 'count'
  readonly min?: number
  readonly max?: number
}
export type PatternRule = RuleCommon & { readonly is: 'pattern'; readonly syntax: RegExp }
/** No two items of a list are alike, as a whole or in one member. */
export type UniqueRule = RuleCommon & { readonly is: 'unique'; readonly member?: ValuePath }
/** How many of these members an object has. */
export type ChoiceRule = RuleCommon & {
  readonly is: 'choice'
  readonly of: readonly string[]
  readonly min?: 0 | 1
  readonly max?: 1
}
export type FunctionRule = RuleCommon & {
  readonly is: 'function'
  readonly faults: (value: never, context: RuleContext) => Iterable<ConfigFault>
}

export type ConfigRule =
  | AllowedValuesRule
  | RangeRule
  | CountRule
  | PatternRule
  | UniqueRule
  | ChoiceRule
  | FunctionRule

type RuleTraits = Partial<Pick<RuleCommon, 'also' | 'onlyIn' | 'severity'>>

export const allowedValues = (
  by: RequirementId,
  of: readonly string[],
  traits: RuleTraits = {},
): AllowedValuesRule => ({
  is: 'values',
  by,
  of,
  says: `one of ${of.map(value => JSON.stringify(value)).join(', ')}`,
  ...traits,
})

export const rangeRule = (
  by: RequirementId,
  limits: Pick<RangeRule, 'min' | 'max' | 'above' | 'below'>,
  told: RuleTraits & { readonly says: string },
): RangeRule => ({ is: 'range', by, ...limits, ...told })

export const countRule = (
  by: RequirementId,
  limits: Pick<CountRule, 'min' | 'max'>,
  told: RuleTraits & { readonly says?: string } = {},
): CountRule => ({ is: 'count', by, ...limits, says: countSays(limits), ...told })

const countSays = ({ min, max }: Pick<CountRule, 'min' | 'max'>): string =>
  max === undefined ? `at least ${min} item${min === 1 ? '' : 's'}` : `at most ${max} items`

export const patternRule = (
  by: RequirementId,
  syntax: RegExp,
  says: string,
  traits: RuleTraits = {},
): PatternRule => ({
  is: 'pattern',
  by,
  syntax,
  says,
  ...traits,
})

export const uniqueRule = (
  by: RequirementId,
  member?: ValuePath,
  traits: RuleTraits = {},
): UniqueRule => ({
  is: 'unique',
  by,
  ...(member ? { member } : {}),
  says: member ? `no two with the same ${member.join('.')}` : 'no duplicates',
  ...traits,
})

/** Exactly one of the members. */
export const exactlyOneMember = (
  by: RequirementId,
  of: readonly string[],
  says: string,
): ChoiceRule => ({
  is: 'choice',
  by,
  of,
  min: 1,
  max: 1,
  says,
})

export const atMostOneMember = (
  by: RequirementId,
  of: readonly string[],
  says: string,
): ChoiceRule => ({
  is: 'choice',
  by,
  of,
  max: 1,
  says,
})

export const atLeastOneMember = (
  by: RequirementId,
  of: readonly string[],
  says: string,
  traits: RuleTraits = {},
): ChoiceRule => ({ is: 'choice', by, of, min: 1, says, ...traits })

/** A rule that only a function can tell. `Value` is what it judges, shaped as declared. */
export const functionRule = <Value>(
  told: Omit<FunctionRule, 'is' | 'faults'> & {
    readonly faults: (value: Value, context: RuleContext) => Iterable<ConfigFault>
  },
): FunctionRule => ({ is: 'function', ...told })

/** The fault of a value that has the right type and breaks a rule. */
export const invalidValue = (at: ValuePath, value: unknown, detail: string): ConfigFault => ({
  at,
  type: 'Invalid value',
  value,
  detail,
})

export const missingValue = (at: ValuePath, detail = ''): ConfigFault => ({
  at,
  type: 'Required value',
  detail,
})

export const duplicateValue = (at: ValuePath, value: unknown): ConfigFault => ({
  at,
  type: 'Duplicate value',
  value,
})

export const unsupportedValue = (value: unknown, values: readonly string[]): ConfigFault => ({
  type: 'Unsupported value',
  value,
  detail: `supported values: ${values.map(one => JSON.stringify(one)).join(', ')}`,
})
