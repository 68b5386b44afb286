// The scalar types of schemas and their names in messages.

import { isQuantity } from '../../lib/quantities.ts'
import type { Schema } from '../../api/schema.ts'

export type ScalarType = { name: string; has: (value: unknown) => boolean }

/**
 * Returns the key in `scalarTypes` for a schema. A schema that allows any value has no entry there.
 */
export const scalarTypeName = ({ type, format = '' }: Schema): string =>
  Object.hasOwn(scalarTypes, format) ? format : (type ?? '')

const isString = (value: unknown): value is string => typeof value === 'string'

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint'

/** Integers beyond 2^53 are read as bigint. */
function isInteger(value: unknown, bits: number): boolean {
  if (typeof value === 'bigint') return BigInt.asIntN(bits, value) === value
  const limit = 2 ** (bits - 1)
  return Number.isInteger(value) && Number(value) >= -limit && Number(value) < limit
}

const isInt32 = (value: unknown): boolean => isInteger(value, 32)

const isInt64 = (value: unknown): boolean => isInteger(value, 64)

/** Observed: white space around a quantity is ignored, but not characters that JSON must escape. */
const hasQuantity = (text: string): boolean =>
  !/[\p{Cc}\ufeff]/u.test(text) && isQuantity(text.trim())

/** Line breaks are ignored. */
function isBase64(text: string): boolean {
  const bare = text.replaceAll(/[\r\n]/g, '')
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare)
}

const dateAndTime =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/

function isTimestamp(text: string): boolean {
  const numbers = dateAndTime.exec(text)?.slice(1).map(Number)
  if (!numbers) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers
  const [offsetHour, offsetMinute] = numbers.slice(6)
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days =
    month === 2 && isLeap ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  const isDate = days !== undefined && day >= 1 && day <= days
  const isTime = hour <= 23 && minute <= 59 && second <= 59
  // No offset may follow `Z`.
  return isDate && isTime && !((offsetHour ?? 0) > 23) && !((offsetMinute ?? 0) > 59)
}

const hasMicroseconds = (text: string): boolean => /\.\d{6}(?!\d)/.test(text)

const integer: ScalarType = { name: 'an int64', has: isInt64 }
const number: ScalarType = { name: 'a number', has: isNumber }

/** By format, or by type if the format adds nothing. */
export const scalarTypes: { readonly [name: string]: ScalarType | undefined } = {
  string: { name: 'a string', has: isString },
  boolean: { name: 'a boolean', has: value => typeof value === 'boolean' },
  integer,
  number,
  int32: { name: 'an int32', has: isInt32 },
  int64: integer,
  byte: { name: 'base64 text', has: value => isString(value) && isBase64(value) },
  'date-time': {
    name: 'an RFC 3339 timestamp',
    has: value => isString(value) && isTimestamp(value),
  },
  'micro-time': {
    name: 'an RFC 3339 timestamp with microseconds',
    has: value => isString(value) && isTimestamp(value) && hasMicroseconds(value),
  },
  'int-or-string': {
    name: 'a string or an int32',
    has: value => isString(value) || isInt32(value),
  },
  quantity: {
    name: 'a quantity',
    has: value => isNumber(value) || (isString(value) && hasQuantity(value)),
  },
}
