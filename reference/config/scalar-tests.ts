// Tests for the scalar types and their names.

import { scalarTypes as inSchemas } from '../types/schemas/scalar-types.ts'
import { isDuration } from '../lib/durations.ts'
import type { ScalarName } from './config-kind.ts'

type Test = { readonly name: string; readonly has: (value: unknown) => boolean }

const isText = (value: unknown): boolean => typeof value === 'string'

/** Returns the test of a schema format, under another name. */
function like(format: string, name: string): Test {
  const has = inSchemas[format]?.has
  if (!has) throw new Error(`expected a format of schemas, got ${format}`)
  return { name, has }
}

const uint32Max = 2 ** 32 - 1
const isUint32 = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= uint32Max

const isInteger = (value: unknown): boolean => typeof value === 'bigint' || Number.isInteger(value)
const float32Max = 3.402_823_466_385_288_6e38
const isFloat = (value: unknown): boolean =>
  isInteger(value) || (typeof value === 'number' && Math.abs(value) <= float32Max)

const hasDuration = (value: unknown): boolean => typeof value === 'string' && isDuration(value)

export const scalarTests: { readonly [name in ScalarName]: Test } = {
  string: { name: 'a string', has: isText },
  path: { name: 'a path', has: isText },
  bytes: like('byte', 'base64 text'),
  time: like('date-time', 'an RFC 3339 time'),
  microtime: like('micro-time', 'an RFC 3339 time with microseconds'),
  duration: { name: 'a duration such as 30s', has: hasDuration },
  quantity: like('quantity', 'a quantity such as 64Ki'),
  bool: like('boolean', 'a boolean'),
  int32: like('int32', 'an int32'),
  uint32: { name: 'a uint32', has: isUint32 },
  float: { name: 'a number', has: isFloat },
  durationOrNanoseconds: {
    name: 'a duration such as 5s or a whole number of nanoseconds',
    has: value => hasDuration(value) || isInteger(value),
  },
}
