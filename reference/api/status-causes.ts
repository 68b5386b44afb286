// Builds the causes of invalid fields, worded as the genuine server does (ERR-010).

import { quote, previewJson } from './quote.ts'

/** One fault of an object or of options, as `details.causes` shows it. */
export type StatusCause = { reason: string; message: string; field: string }

export const valueRequired = (field: string, because = ''): StatusCause => ({
  reason: 'FieldValueRequired',
  message: because === '' ? 'Required value' : `Required value: ${because}`,
  field,
})

export const valueInvalid = (field: string, value: unknown, because: string): StatusCause => ({
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${valueText(value)}: ${because}`,
  field,
})

export const valueForbidden = (field: string, because: string): StatusCause => ({
  reason: 'FieldValueForbidden',
  message: `Forbidden: ${because}`,
  field,
})

export const valueDuplicate = (field: string, value: unknown): StatusCause => ({
  reason: 'FieldValueDuplicate',
  message: `Duplicate value: ${valueText(value)}`,
  field,
})

/** `most` is in bytes. */
export const valueTooLong = (field: string, most: number): StatusCause => ({
  reason: 'FieldValueTooLong',
  message: `Too long: may not be more than ${most} bytes`,
  field,
})

export function valueNotSupported(
  field: string,
  value: unknown,
  choices: readonly string[],
): StatusCause {
  const supported = choices.map(choice => JSON.stringify(choice)).join(', ')
  const message = `Unsupported value: ${valueText(value)}: supported values: ${supported}`
  return { reason: 'FieldValueNotSupported', message, field }
}

/** Returns a value as messages show it. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? quote(value) : previewJson(value)
