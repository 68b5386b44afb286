// The words in which the rules of built-in types are written. A table is data: paths with what is
// asked of the values there. `table-causes.ts` gives the words their meaning.

import type { FormatName } from './text-formats.ts'

/**
 * Rules by path from one object, such as `ports[].containerPort`: `[]` stands for each item of a
 * list, `{}` for each value of a map, the empty path for the object itself. A table below a path
 * counts from there. `items[] => name` tells what is wrong with the items, and in them, at the
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
  /** The members that tell items apart; the whole item when absent. */
  readonly by?: readonly string[]
  /** The member that is named; the item itself when absent. */
  readonly at?: string
}

type Choice = {
  readonly is: 'choice'
  readonly of: readonly string[]
  readonly min: 0 | 1
  /** How one too many is told: at the second member, or at the object. */
  readonly says: { readonly none: string; readonly many: string; readonly manyAt?: 'object' }
}

/** What has to hold of the object that a conditional rule stands at. */
export type RuleCondition =
  | { readonly member: string; readonly is: readonly unknown[] }
  | { readonly has: string }
  | { readonly not: RuleCondition }
  | { readonly all: readonly RuleCondition[] }
  | { readonly any: readonly RuleCondition[] }
  | 'creating'
  | 'updating'

export const requiredField = (because = ''): BuiltInRule => ({ is: 'required', because })

/** A number from `min` to `max`, both reached. */
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

/** One of these texts; the empty text is none of them. */
export const supportedValues = (...of: readonly string[]): BuiltInRule => ({ is: 'oneOf', of })

/** One of these texts, and any other is invalid. */
export const oneOfOrInvalid = (because: string, ...of: readonly string[]): BuiltInRule => ({
  is: 'oneOf',
  of,
  because,
})

/** A quantity of at least so much. */
export const quantityAtLeast = (min: 0 | 1 = 0, because = atLeastText(min)): BuiltInRule => ({
  is: 'amount',
  min,
  because,
})

export const maxBytes = (max: number): BuiltInRule => ({ is: 'bytes', max })

/** How many items a list may have. */
export const maxItems = (max: number): BuiltInRule => ({ is: 'count', max })

export const uniqueItems = (by?: readonly string[], at?: string): BuiltInRule => ({
  is: 'unique',
  ...(by && { by }),
  ...(at !== undefined && { at }),
})

/** Exactly one of the members is there. */
export const exactlyOne = (
  of: readonly string[],
  says: Partial<Choice['says']> = {},
): BuiltInRule => ({
  is: 'choice',
  of,
  min: 1,
  says: { none: '', many: 'may not specify more than 1 type', ...says },
})

export const forbiddenField = (because: string): BuiltInRule => ({ is: 'forbidden', because })
export const alwaysInvalid = (because: string): BuiltInRule => ({ is: 'invalid', because })

/** Keeps the value it was created with. */
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

/** A rule that only a function can judge: one of `validators.ts`, by its name. */
export const validatorRule = (name: string): BuiltInRule => ({ is: 'validator', name })

/** A member, named by a path with dots, with one of these values; `undefined` for one not there. */
export const memberIs = (member: string, ...is: readonly unknown[]): RuleCondition => ({
  member,
  is,
})

export const hasMember = (member: string): RuleCondition => ({ has: member })
export const not = (test: RuleCondition): RuleCondition => ({ not: test })
