// Maps the managed fields of a workload to those of its Scale and back.

import type { JsonObject } from '../api/object.ts'
import type { ViewManagedFields } from '../api/resource.ts'
import { difference, hasPath, type FieldPath, fieldSetOfPaths } from './field-set.ts'
import {
  type ManagedFields,
  type ManagedFieldsEntry,
  readManagedFields,
  writeManagedFields,
} from './managed-fields.ts'
import { fieldElement, UnreadableFields } from './path-element.ts'
import { runAtOnce } from './portioned-walk.ts'

type ReplicasPaths = {
  /** The path of the desired replicas in each served version, such as `spec.replicas`. */
  readonly paths: { readonly [apiVersion: string]: string | undefined }
  /** The version in which writes through the Scale are recorded. */
  readonly apiVersion: string
}

const scaleVersion = 'autoscaling/v1'
const replicasPath = [fieldElement('spec'), fieldElement('replicas')]
const replicas = fieldSetOfPaths(replicasPath)

/**
 * Shows the owners of the replicas on a Scale, and merges a write of the Scale into the managed
 * fields of the workload.
 */
export const scaleManagedFields = (where: ReplicasPaths): ViewManagedFields => ({
  toView: managedFields => written(shownOwners(readOr(managedFields), where)),
  fromView: (shown, managedFields) =>
    written(takenOwners(readOr(shown), readOr(managedFields), where)),
})

const written = (owners: readonly ManagedFieldsEntry[]): JsonObject[] | undefined =>
  owners.length === 0 ? undefined : runAtOnce(pending => writeManagedFields(owners, pending))

function readOr(managedFields: unknown): ManagedFields {
  try {
    return readManagedFields(managedFields)
  } catch (error) {
    // Managed fields that cannot be read count as empty.
    if (error instanceof UnreadableFields) return new Map()
    throw error
  }
}

const pathOf = ({ paths }: ReplicasPaths, apiVersion: string): FieldPath | undefined =>
  Object.hasOwn(paths, apiVersion) ? paths[apiVersion]?.split('.').map(fieldElement) : undefined

function shownOwners(managers: ManagedFields, where: ReplicasPaths): ManagedFieldsEntry[] {
  return [...managers.values()]
    .filter(({ apiVersion, fields }) => {
      const path = pathOf(where, apiVersion)
      return path !== undefined && hasPath(fields, path)
    })
    .map(owned => ({ ...owned, apiVersion: scaleVersion, fields: replicas }))
}

/**
 * As on a genuine server: an Apply entry keeps the replicas in its place. An Update entry has
 * another key on the Scale, because its version differs, so it gets a separate entry.
 */
function takenOwners(
  scale: ManagedFields,
  managers: ManagedFields,
  where: ReplicasPaths,
): ManagedFieldsEntry[] {
  const own = pathOf(where, where.apiVersion)
  const after = new Map(scale)
  const kept = [...managers].flatMap(([key, owned]): ManagedFieldsEntry[] => {
    const path = pathOf(where, owned.apiVersion)
    const isKept = !path || !hasPath(owned.fields, path) || after.delete(key)
    const fields = isKept ? owned.fields : difference(owned.fields, fieldSetOfPaths(path))
    return fields.size === 0 ? [] : [{ ...owned, fields }]
  })
  const added = [...after].flatMap(([key, { time: _time, ...owned }]): ManagedFieldsEntry[] => {
    if (!hasPath(owned.fields, replicasPath)) return []
    // The time is kept only for entries that existed before.
    const { time } = managers.get(key) ?? {}
    const known = time === undefined ? owned : { ...owned, time }
    return own ? [{ ...known, apiVersion: where.apiVersion, fields: fieldSetOfPaths(own) }] : []
  })
  return [...kept, ...added]
}
