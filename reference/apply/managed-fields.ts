// Reads and writes `metadata.managedFields`.

import { isJsonObject, type JsonObject, timestamp } from '../api/object.ts'
import type { FieldSet } from './field-set.ts'
import { readFieldsV1, writeFieldsV1 } from './fields-v1.ts'
import { compareCodePoints, UnreadableFields } from './path-element.ts'
import type { PendingWork } from './portioned-walk.ts'

/** A manager, with one of the two operations. */
export type Manager = {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  /** The version of its fields. */
  readonly apiVersion: string
  /** Empty for the object itself. */
  readonly subresource: string
}

export type ManagedFieldsEntry = Manager & {
  /** When its fields last changed, RFC 3339. Unknown for some managers. */
  readonly time?: string
  readonly fields: FieldSet
}

/** All managers, by key. */
export type ManagedFields = ReadonlyMap<string, ManagedFieldsEntry>

/**
 * Returns the key of a manager. The key of an Apply does not depend on the version, while that of
 * an Update does.
 */
export function managerKey({ manager, operation, apiVersion, subresource }: Manager): string {
  // Equals the JSON of the four members, built by hand because each write needs it several times.
  const name = manager && `"manager":${JSON.stringify(manager)},`
  const version = operation === 'Update' ? `,"apiVersion":${JSON.stringify(apiVersion)}` : ''
  const part = subresource && `,"subresource":${JSON.stringify(subresource)}`
  return `{${name}"operation":"${operation}"${version}${part}}`
}

/** @throws UnreadableFields */
export function readManagedFields(managedFields: unknown): ManagedFields {
  if (managedFields === undefined) return new Map()
  if (!Array.isArray(managedFields)) throw new UnreadableFields('managedFields must be a list')
  return new Map(
    managedFields.map(entry => {
      const owned = readEntry(entry)
      return [managerKey(owned), owned]
    }),
  )
}

function readEntry(entry: unknown): ManagedFieldsEntry {
  if (!isJsonObject(entry)) throw new UnreadableFields('an entry must be an object')
  const { manager, operation, apiVersion, time, fieldsType, fieldsV1, subresource } = entry
  if (operation !== 'Apply' && operation !== 'Update') {
    throw new UnreadableFields('operation must be `Apply` or `Update`')
  }
  if (!apiVersion) throw new UnreadableFields('apiVersion must not be empty')
  if (fieldsType !== 'FieldsV1') throw new UnreadableFields('fieldsType must be `FieldsV1`')
  return {
    manager: text(manager),
    operation,
    apiVersion: text(apiVersion),
    subresource: text(subresource),
    ...(typeof time === 'string' && { time }),
    fields: fieldsV1 === undefined ? new Map() : readFieldsV1(fieldsV1),
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Writes the entries in order: Apply before Update, and the oldest first. The result is complete
 * when the work in `pending` has been done.
 */
export const writeManagedFields = (
  managers: Iterable<ManagedFieldsEntry>,
  pending: PendingWork,
): JsonObject[] =>
  [...managers].sort(inOrder).map(owned => ({
    ...(owned.manager && { manager: owned.manager }),
    operation: owned.operation,
    apiVersion: owned.apiVersion,
    ...(owned.time !== undefined && { time: owned.time }),
    fieldsType: 'FieldsV1',
    fieldsV1: writeFieldsV1(owned.fields, pending),
    ...(owned.subresource && { subresource: owned.subresource }),
  }))

const inOrder = (a: ManagedFieldsEntry, b: ManagedFieldsEntry): number =>
  compareCodePoints(a.operation, b.operation) ||
  secondsOf(a) - secondsOf(b) ||
  compareCodePoints(a.manager, b.manager) ||
  compareCodePoints(a.apiVersion, b.apiVersion) ||
  compareCodePoints(a.subresource, b.subresource)

const secondsOf = ({ time }: ManagedFieldsEntry): number =>
  time === undefined ? 0 : Math.floor(Date.parse(time) / 1000)

/**
 * Whether a client resets all ownership by sending an empty list, or a list with one empty entry.
 */
export const isOwnershipReset = (managedFields: unknown): boolean =>
  Array.isArray(managedFields) &&
  (managedFields.length === 0 ||
    (managedFields.length === 1 &&
      isJsonObject(managedFields[0]) &&
      Object.values(managedFields[0]).every(value => value === '' || value === null)))

/** Returns the managers with this entry, or without it if it owns nothing. */
export function withEntry(managers: ManagedFields, owned: ManagedFieldsEntry): ManagedFields {
  const next = new Map(managers)
  if (owned.fields.size > 0) next.set(managerKey(owned), owned)
  else next.delete(managerKey(owned))
  return next
}

/** Formats the time of a changed entry (given in ms since 1970). */
export const entryTime = timestamp

/** Limits the number of Update entries, which would grow without end. */
const updatersMax = 10

/** Merges the oldest Update entries above the limit into one entry for each version. */
export function capUpdateEntries(
  managers: ManagedFields,
  join: (a: FieldSet, b: FieldSet) => FieldSet,
): ManagedFields {
  const updaters = [...managers].filter(([, { operation }]) => operation === 'Update')
  if (updaters.length <= updatersMax) return managers
  updaters.sort(
    ([a, left], [b, right]) => secondsOf(left) - secondsOf(right) || compareCodePoints(a, b),
  )
  const next = new Map(managers)
  const firstOf = new Map<string, string>()
  let count = updaters.length
  for (const [key, owned] of updaters) {
    if (count <= updatersMax) break
    const first = firstOf.get(owned.apiVersion)
    if (first === undefined) {
      firstOf.set(owned.apiVersion, key)
      continue
    }
    const ancient = { ...owned, manager: 'ancient-changes', subresource: '' }
    const bucket = managerKey(ancient)
    const before = next.get(bucket) ?? next.get(first)
    if (!next.has(bucket)) next.delete(first)
    next.delete(key)
    next.set(bucket, {
      ...ancient,
      fields: before ? join(owned.fields, before.fields) : owned.fields,
    })
    count--
  }
  return next
}
