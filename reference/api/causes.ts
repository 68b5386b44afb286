// The ways in which a field can be wrong, as the genuine server words them (ERR-010).

import type { Cause } from './resource.ts'
import { quoted, shownJson } from './shown.ts'

export const valueRequired = (field: string, because = ''): Cause => ({
  reason: 'FieldValueRequired',
  message: because === '' ? 'Required value' : `Required value: ${because}`,
  field,
})

/** Required for a reason. */
export const valueMissing = (field: string, because: string): Cause => ({
  reason: 'FieldValueRequired',
  message: `Required value: ${because}`,
  field,
})

export const valueInvalid = (field: string, value: unknown, because: string): Cause => ({
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${shown(value)}: ${because}`,
  field,
})

export const valueForbidden = (field: string, because: string): Cause => ({
  reason: 'FieldValueForbidden',
  message: `Forbidden: ${because}`,
  field,
})

export const valueDuplicate = (field: string, value: unknown): Cause => ({
  reason: 'FieldValueDuplicate',
  message: `Duplicate value: ${shown(value)}`,
  field,
})

/** `most` is in bytes. */
export const valueTooLong = (field: string, most: number): Cause => ({
  reason: 'FieldValueTooLong',
  message: `Too long: may not be more than ${most} bytes`,
  field,
})

export function valueNotSupported(
  field: string,
  value: unknown,
  choices: readonly string[],
): Cause {
  const supported = choices.map(choice => JSON.stringify(choice)).join(', ')
  const message = `Unsupported value: ${shown(value)}: supported values: ${supported}`
  return { reason: 'FieldValueNotSupported', message, field }
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? quoted(value) : shownJson(value)
