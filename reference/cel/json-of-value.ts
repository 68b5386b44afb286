// Converts CEL values to JSON.

import { isJsonObject } from '../api/object.ts'
import { durationSecondsText, timestampText } from './timestamp-text.ts'
import { celTypeName } from './type-names.ts'
import {
  CelRuntimeError,
  Duration,
  mapEntriesOf,
  MessageValue,
  Timestamp,
  Unsigned,
} from './values.ts'

/** Returns the JSON of a value. @throws CelRuntimeError if it has none */
export function jsonOfValue(value: unknown): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Unsigned) return Number(value.value)
  if (value instanceof Timestamp) return timestampText(value)
  if (value instanceof Duration) return durationSecondsText(value.ns)
  if (Buffer.isBuffer(value)) return value.toString('base64')
  if (Array.isArray(value)) return value.map(jsonOfValue)
  const entries = value instanceof MessageValue ? value.fields : mapEntriesOf(value)
  if (!entries || !isJsonObject(value))
    throw new CelRuntimeError(`a value of type ${celTypeName(value)} has no JSON form`)
  return Object.fromEntries(
    [...entries].map(([key, one]) => {
      if (typeof key === 'string') return [key, jsonOfValue(one)]
      throw new CelRuntimeError(`map key of type ${celTypeName(key)}, not string`)
    }),
  )
}

/**
 * Returns the faults of the type names in a message, which are the paths of the fields from its
 * root.
 */
export function typeNameFaults(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(item => typeNameFaults(item, path))
  if (value instanceof Map) return [...value.values()].flatMap(one => typeNameFaults(one, path))
  if (!(value instanceof MessageValue)) return []
  const own =
    value.type === path
      ? []
      : [
          `unexpected type name "${value.type}", expected "${path}", ` +
            'which matches field name path from root Object type',
        ]
  const inner = [...value.fields].flatMap(([name, one]) => typeNameFaults(one, `${path}.${name}`))
  return [...own, ...inner]
}
