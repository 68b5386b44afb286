// What values are as texts, and what their types are called.

import { CelError, Duration, Special, Timestamp, Unsigned } from './values.ts'

export const text = (value: unknown): string => {
  if (typeof value === 'string') return value
  throw new CelError('no such overload')
}

export function stringOf(value: unknown): string {
  if (value instanceof Unsigned) return value.value.toString()
  if (value instanceof Timestamp) return new Date(value.ms).toISOString().replace('.000Z', 'Z')
  if (value instanceof Duration) return `${value.ms / 1000}s`
  if (value instanceof Special) return value.key
  if (Buffer.isBuffer(value)) return value.toString('utf8')
  return String(value)
}

export function typeOf(value: unknown): string {
  if (value === null) return 'null_type'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'double'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  if (value instanceof Unsigned) return 'uint'
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp'
  if (value instanceof Duration) return 'google.protobuf.Duration'
  if (Buffer.isBuffer(value)) return 'bytes'
  return Array.isArray(value) ? 'list' : 'map'
}
