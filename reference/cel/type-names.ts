// The names of the types of values.

import { extensionTypeNames } from './cel-type.ts'
import {
  Duration,
  ExtensionValue,
  MessageValue,
  Optional,
  Timestamp,
  TypeValue,
  Unsigned,
} from './values.ts'

/** Returns the type of a value as in signatures. */
export function celTypeOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'double'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  if (value instanceof Unsigned) return 'uint'
  if (value instanceof Timestamp) return 'timestamp'
  if (value instanceof Duration) return 'duration'
  if (value instanceof TypeValue) return 'type'
  if (value instanceof ExtensionValue || value instanceof MessageValue) return value.type
  if (value instanceof Optional) return 'optional'
  if (Buffer.isBuffer(value)) return 'bytes'
  return Array.isArray(value) ? 'list' : 'map'
}

/** The names of types in expressions and messages, where they differ from signatures. */
export const longTypeNames: { readonly [type: string]: string } = {
  null: 'null_type',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
  optional: 'optional_type',
  ip: 'net.IP',
  cidr: 'net.CIDR',
  url: 'kubernetes.URL',
  quantity: 'kubernetes.Quantity',
  semver: 'kubernetes.Semver',
  format: 'kubernetes.NamedFormat',
  ...extensionTypeNames,
}

/** Returns the type of a value as in expressions and messages. */
export function celTypeName(value: unknown): string {
  const type = celTypeOf(value)
  return longTypeNames[type] ?? type
}

/** The types that expressions may name. */
export const nameableTypes: ReadonlySet<string> = new Set(
  (
    'int uint double string bool bytes list map null_type type net.IP net.CIDR ' +
    'google.protobuf.Timestamp google.protobuf.Duration'
  ).split(' '),
)
