// The vocabulary of the rules of built-in types. A table is data: it maps paths to rules.
// `table-causes.ts` evaluates it.

import type { FormatName } from './text-formats.ts'

/**
 * Maps paths from an object, such as `ports[].containerPort`, to rules. `[]` stands for each item
 * of a list, `{}` for each value of a map, and the empty path for the object itself. The paths of a
 * nested table are relative to its path. `items[] => name` reports the faults in the items at the
 * member `name` of the object.
 */
export type RuleTable = { readonly [path: string]: readonly (BuiltInRule | RuleTable)[] }

export type BuiltInRule =
  | { readonly is: 'required'; readonly because: string }
  | Range
  | { readonly is: 'format'; readonly of: FormatName }
  | { readonly is: 'oneOf'; readonly of: readonly string[]; readonly because?: string }
  | { readonly is: 'amount'; readonly min: 0 | 1; readonly because: string }
  | { readonly is: 'bytes'; readonly max: number }
  | { readonly is: 'count'; readonly max: number }
  | Unique
  | Choice
  | { readonly is: 'forbidden'; readonly because: string }
  | { readonly is: 'invalid'; readonly because: string }
  | { readonly is: 'fixed'; readonly because: string; readonly reason: 'Invalid' | 'Forbidden' }
  | { readonly is: 'when'; readonly test: RuleCondition; readonly rules: RuleTable }
  | { readonly is: 'validator'; readonly name: string }

type Range = { readonly is: 'range'; readonly min?: number; readonly max?: number; because: string }

type Unique = {
  readonly is: 'unique'
  /** The members that identify an item. If absent, the whole item is compared. */
  readonly by?: readonly string[]
  /** The member at which a duplicate is reported. If absent, the item itself. */
  readonly reportedMember?: string
}

type Choice = {
  readonly is: 'choice'
  readonly of: readonly string[]
  readonly min: 0 | 1
  /**
   * The messages for no member and for several. A surplus member is reported at the member itself,
   * or once at the object.
   */
  readonly messages: { readonly none: string; readonly many: string; readonly manyAt?: 'object' }
}

/** The condition of a conditional rule, on the object to which the rule applies. */
export type RuleCondition =
  | { readonly member: string; readonly is: readonly unknown[] }
  | { readonly has: string }
  | { readonly not: RuleCondition }
  | { readonly all: readonly RuleCondition[] }
  | { readonly any: readonly RuleCondition[] }
  | 'creating'
  | 'updating'

export const requiredField = (because = ''): BuiltInRule => ({ is: 'required', because })

/** A number from `min` to `max`, both inclusive. */
export const range = (min: number, max: number): BuiltInRule => ({
  is: 'range',
  min,
  max,
  because: `must be between ${min} and ${max}, inclusive`,
})

export const atLeast = (min: number, because = atLeastText(min)): BuiltInRule => ({
  is: 'range',
  min,
  because,
})

export const atMost = (
  max: number,
  because = `must be less than or equal to ${max}`,
): BuiltInRule => ({
  is: 'range',
  max,
  because,
})

const atLeastText = (min: number): string =>
  min === 1 ? 'must be greater than 0' : `must be greater than or equal to ${min}`

export const positive = atLeast(1, 'must be greater than zero')
export const nonNegative = atLeast(0)
export const portNumber = range(1, 65_535)

export const format = (of: FormatName): BuiltInRule => ({ is: 'format', of })

/** One of these texts. The empty text is not supported either. */
export const supportedValues = (...of: readonly string[]): BuiltInRule => ({ is: 'oneOf', of })

/** One of these texts. Other texts are reported as invalid rather than as not supported. */
export const oneOfOrInvalid = (because: string, ...of: readonly string[]): BuiltInRule => ({
  is: 'oneOf',
  of,
  because,
})

/** A quantity of at least `min`. */
export const quantityAtLeast = (min: 0 | 1 = 0, because = atLeastText(min)): BuiltInRule => ({
  is: 'amount',
  min,
  because,
})

export const maxBytes = (max: number): BuiltInRule => ({ is: 'bytes', max })

/** A list of at most `max` items. */
export const maxItems = (max: number): BuiltInRule => ({ is: 'count', max })

export const uniqueItems = (by?: readonly string[], reportedMember?: string): BuiltInRule => ({
  is: 'unique',
  ...(by && { by }),
  ...(reportedMember !== undefined && { reportedMember }),
})

/** Exactly one of the members is present. */
export const exactlyOne = (
  of: readonly string[],
  messages: Partial<Choice['messages']> = {},
): BuiltInRule => ({
  is: 'choice',
  of,
  min: 1,
  messages: { none: '', many: 'may not specify more than 1 type', ...messages },
})

export const forbiddenField = (because: string): BuiltInRule => ({ is: 'forbidden', because })
export const alwaysInvalid = (because: string): BuiltInRule => ({ is: 'invalid', because })

/** A value that cannot change after creation. */
export const immutable = (because = 'field is immutable'): BuiltInRule => ({
  is: 'fixed',
  because,
  reason: 'Invalid',
})

export const immutableForbidden = (because: string): BuiltInRule => ({
  is: 'fixed',
  because,
  reason: 'Forbidden',
})

export const when = (test: RuleCondition, rules: RuleTable): BuiltInRule => ({
  is: 'when',
  test,
  rules,
})

/** A rule in code: the function of this name in `validators.ts`. */
export const validatorRule = (name: string): BuiltInRule => ({ is: 'validator', name })

/**
 * A member, given by a path with dots, has one of these values. `undefined` stands for an absent
 * member.
 */
export const memberIs = (member: string, ...is: readonly unknown[]): RuleCondition => ({
  member,
  is,
})

export const hasMember = (member: string): RuleCondition => ({ has: member })
export const not = (test: RuleCondition): RuleCondition => ({ not: test })
