// The sorts of rules, and what they ask of values.

import type { Seen } from '../flag.ts'

export const forbidden = { type: 'Forbidden', severity: 'error' } as const
export const required = { type: 'Required value', severity: 'error' } as const
export const invalid = { type: 'Invalid value', severity: 'error' } as const
/** What is set and has no effect. */
export const ignored = { type: 'Ignored', severity: 'warning' } as const

export const isEmpty = (value: unknown): boolean => value === undefined || value === ''

export const isFilled = (seen: Seen, name: string): boolean => !isEmpty(seen.value(name))

export const has = (value: unknown, item: string): boolean =>
  Array.isArray(value) && value.includes(item)
