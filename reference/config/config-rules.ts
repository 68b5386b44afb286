// The types of rules, and functions that build the usual ones. The limits of a rule are data, so
// that a mutant can widen them. Rules that limits cannot express are functions.

import type { DialectName } from '../api/dialect.ts'

/**
 * The id of a requirement such as `AUTHN-033`, or `de facto` for behaviour of genuine servers only.
 */
export type RequirementId = string

export type ValuePath = readonly (string | number)[]

/** The type of a fault, as messages name it. */
export type FaultType =
  | ('Required value' | 'Invalid value' | 'Unsupported value' | 'Duplicate value')
  | ('Forbidden' | 'Too many' | 'Too long' | 'Not found')
  | ('unknown field' | 'duplicate field' | 'unreadable')

/** A fault in a value. `at` is the path from the judged value to the faulty one. */
export type ConfigFault = {
  readonly path?: ValuePath
  readonly type: FaultType
  readonly detail?: string
  /** Shown before the detail. Undefined shows nothing. */
  readonly value?: unknown
}

/** The context that a rule may use in addition to the value. */
export type RuleContext = {
  readonly dialect: DialectName
  readonly apiDomain: string
  /** Defaults are filled in for fields that are formally required. */
  readonly fillsRequiredDefaults: boolean
  readonly gates: { readonly [name: string]: boolean }
  readonly clusterSettings: ClusterSettings
  readonly lookUpFile?: FileLookup | undefined
}

/** Settings of other components of the same cluster, for rules that compare them. */
export type ClusterSettings = {
  /** The status update interval of node agents, such as `10s` (CM-064). */
  readonly nodeStatusUpdateFrequency?: string
  /** The API server's garbage collector flag (CM-062). */
  readonly enableGarbageCollector?: boolean
  /** Whether the API server's command line has --anonymous-auth (AUTHN-003). */
  readonly anonymousAuthFlag?: boolean
  /** The issuers of service account tokens, which other authenticators must not use. */
  readonly serviceAccountIssuers?: readonly string[]
}

/** Looks up a path on the machine that the configuration is for. */
export type FileLookup = (path: string) => 'file' | 'other' | 'absent' | { readonly fault: string }

type RuleCommon = {
  readonly requirement: RequirementId
  /** Further requirements that the rule covers. */
  readonly also?: readonly RequirementId[]
  /** The rule as a sentence for users. */
  readonly description: string
  readonly onlyIn?: DialectName
  /** Set for values that are valid but discouraged. */
  readonly severity?: 'warning'
}

/** One of these texts. */
export type AllowedValuesRule = RuleCommon & {
  readonly is: 'values'
  readonly of: readonly string[]
}
/** Limits of a number, or of a duration in seconds. `above` and `below` are exclusive. */
export type RangeRule = RuleCommon & {
  readonly is: 'range'
  readonly min?: number
  readonly max?: number
  readonly above?: number
  readonly below?: number
}
/** Limits for the number of items in a list. */
export type CountRule = RuleCommon & {
  readonly is: 'count'
  readonly min?: number
  readonly max?: number
}
export type PatternRule = RuleCommon & { readonly is: 'pattern'; readonly syntax: RegExp }
/** Requires that the items of a list are distinct, as a whole or in one member. */
export type UniqueRule = RuleCommon & { readonly is: 'unique'; readonly member?: ValuePath }
/** Limits how many of these members an object has. */
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

/** A rule of a configuration kind, as data. */
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
  requirement: RequirementId,
  of: readonly string[],
  traits: RuleTraits = {},
): AllowedValuesRule => ({
  is: 'values',
  requirement,
  of,
  description: `one of ${of.map(value => JSON.stringify(value)).join(', ')}`,
  ...traits,
})

export const rangeRule = (
  requirement: RequirementId,
  limits: Pick<RangeRule, 'min' | 'max' | 'above' | 'below'>,
  traits: RuleTraits & { readonly description: string },
): RangeRule => ({ is: 'range', requirement, ...limits, ...traits })

export const countRule = (
  requirement: RequirementId,
  limits: Pick<CountRule, 'min' | 'max'>,
  traits: RuleTraits & { readonly description?: string } = {},
): CountRule => ({ is: 'count', requirement, ...limits, description: countSays(limits), ...traits })

const countSays = ({ min, max }: Pick<CountRule, 'min' | 'max'>): string =>
  max === undefined ? `at least ${min} item${min === 1 ? '' : 's'}` : `at most ${max} items`

export const patternRule = (
  requirement: RequirementId,
  syntax: RegExp,
  description: string,
  traits: RuleTraits = {},
): PatternRule => ({
  is: 'pattern',
  requirement,
  syntax,
  description,
  ...traits,
})

export const uniqueRule = (
  requirement: RequirementId,
  member?: ValuePath,
  traits: RuleTraits = {},
): UniqueRule => ({
  is: 'unique',
  requirement,
  ...(member ? { member } : {}),
  description: member ? `no two with the same ${member.join('.')}` : 'no duplicates',
  ...traits,
})

/** Exactly one of the members is present. */
export const exactlyOneMember = (
  requirement: RequirementId,
  of: readonly string[],
  description: string,
): ChoiceRule => ({
  is: 'choice',
  requirement,
  of,
  min: 1,
  max: 1,
  description,
})

export const atMostOneMember = (
  requirement: RequirementId,
  of: readonly string[],
  description: string,
): ChoiceRule => ({
  is: 'choice',
  requirement,
  of,
  max: 1,
  description,
})

export const atLeastOneMember = (
  requirement: RequirementId,
  of: readonly string[],
  description: string,
  traits: RuleTraits = {},
): ChoiceRule => ({ is: 'choice', requirement, of, min: 1, description, ...traits })

/** A rule in code. `Value` is the type of the judged value, as declared. */
export const functionRule = <Value>(
  traits: Omit<FunctionRule, 'is' | 'faults'> & {
    readonly faults: (value: Value, context: RuleContext) => Iterable<ConfigFault>
  },
): FunctionRule => ({ is: 'function', ...traits })

/** The fault of a value that has the right type and violates a rule. */
export const invalidValue = (path: ValuePath, value: unknown, detail: string): ConfigFault => ({
  path,
  type: 'Invalid value',
  value,
  detail,
})

export const missingValue = (path: ValuePath, detail = ''): ConfigFault => ({
  path,
  type: 'Required value',
  detail,
})

export const duplicateValue = (path: ValuePath, value: unknown): ConfigFault => ({
  path,
  type: 'Duplicate value',
  value,
})

export const unsupportedValue = (value: unknown, values: readonly string[]): ConfigFault => ({
  type: 'Unsupported value',
  value,
  detail: `supported values: ${values.map(one => JSON.stringify(one)).join(', ')}`,
})
