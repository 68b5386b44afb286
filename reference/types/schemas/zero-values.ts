import { isJsonObject, type JsonObject } from '../../api/object.ts'
import type { Schema } from '../../api/schema.ts'
import { type FieldRow, messageFields } from '../../codecs/protobuf-message-data.ts'

/**
 * Returns the members of a built-in definition that are omitted when they are empty, 0 or false.
 * Optional members keep such values.
 */
export function membersOmittedWhenZero(definition: string): ReadonlySet<string> | undefined {
  const names = (messageFields(definition) ?? [])
    .flatMap(omittedIn)
    // An empty `managedFields` is a request to remove all owners.
    .filter(name => definition !== 'meta.v1.ObjectMeta' || name !== 'managedFields')
  return names.length === 0 ? undefined : new Set(names)
}

function omittedIn([, name, type, shape, shown]: FieldRow): readonly string[] {
  if (shape === 'inline') return (messageFields(type) ?? []).flatMap(omittedIn)
  if (shown || shape === 'optional') return []
  return shape === 'one' && !scalars.includes(type) ? [] : [name]
}

const scalars = ['string', 'bool', 'int32', 'int64']

/** Whether a value is empty, 0 or false. */
export const isZeroValue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length === 0
    : value === '' || value === false || value === 0 || value === 0n

const zeros = new WeakMap<Schema, JsonObject>()

/**
 * Returns the zero object of a built-in type, into which a genuine server decodes a request. It
 * holds the members that are always present, with empty values, which no manager owns.
 */
export function zeroObject(schema: Schema): JsonObject {
  const known = zeros.get(schema)
  if (known) return known
  const { properties = {}, required = [] } = schema
  const members = Object.entries(properties).flatMap(([name, inner]): [string, unknown][] => {
    if (isJsonObject(inner.default)) return [[name, zeroObject(inner)]]
    return required.includes(name) ? [[name, zeroOf(inner)]] : []
  })
  const zero = Object.fromEntries(members)
  zeros.set(schema, zero)
  return zero
}

function zeroOf({ type, format }: Schema): unknown {
  if (type === 'string' && (!format || format === 'byte')) return ''
  if (type === 'integer' || type === 'number') return 0
  return type === 'boolean' ? false : null
}
