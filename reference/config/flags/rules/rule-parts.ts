// Parts that rules share.

import type { FlagContext } from '../flag.ts'

export const forbiddenValue = { type: 'Forbidden', severity: 'error' } as const
export const requiredValue = { type: 'Required value', severity: 'error' } as const
export const invalidValue = { type: 'Invalid value', severity: 'error' } as const
/** For a value that is set and has no effect. */
export const ignoredValue = { type: 'Ignored', severity: 'warning' } as const

export const isEmpty = (value: unknown): boolean => value === undefined || value === ''

export const hasNonEmptyValue = (seen: FlagContext, name: string): boolean =>
  !isEmpty(seen.value(name))

export const includesItem = (value: unknown, item: string): boolean =>
  Array.isArray(value) && value.includes(item)
