// Who owns what of a Scale: it is a part of a workload in another form, and so is its record.

import type { JsonObject } from '../api/object.ts'
import type { ViewOwners } from '../api/resource.ts'
import { difference, hasPath, type Path, setOf } from './field-set.ts'
import { type Managers, type Owned, readManagers, writeManagers } from './managers.ts'
import { fieldElement, UnreadableFields } from './path-element.ts'
import { whole } from './portions.ts'

type ReplicasPaths = {
  /** The path of the number in each version that is served, such as `spec.replicas`. */
  readonly paths: { readonly [apiVersion: string]: string | undefined }
  /** The version in which what is written through the Scale is recorded. */
  readonly apiVersion: string
}

const scaleVersion = 'autoscaling/v1'
const replicasPath = [fieldElement('spec'), fieldElement('replicas')]
const replicas = setOf(replicasPath)

/** The owners of the number of replicas alone, and what a write of a Scale leaves of all. */
export const scaleOwners = (where: ReplicasPaths): ViewOwners => ({
  show: managedFields => written(shownOwners(readOr(managedFields), where)),
  take: (shown, managedFields) => written(takenOwners(readOr(shown), readOr(managedFields), where)),
})

const written = (owners: readonly Owned[]): JsonObject[] | undefined =>
  owners.length === 0 ? undefined : whole(left => writeManagers(owners, left))

function readOr(managedFields: unknown): Managers {
  try {
    return readManagers(managedFields)
  } catch (error) {
    // A record that cannot be read is none.
    if (error instanceof UnreadableFields) return new Map()
    throw error
  }
}

const pathOf = ({ paths }: ReplicasPaths, apiVersion: string): Path | undefined =>
  Object.hasOwn(paths, apiVersion) ? paths[apiVersion]?.split('.').map(fieldElement) : undefined

function shownOwners(managers: Managers, where: ReplicasPaths): Owned[] {
  return [...managers.values()]
    .filter(({ apiVersion, fields }) => {
      const path = pathOf(where, apiVersion)
      return path !== undefined && hasPath(fields, path)
    })
    .map(owned => ({ ...owned, apiVersion: scaleVersion, fields: replicas }))
}

/**
 * As on a genuine server: who applied keeps the number where he had it. Who wrote it is another
 * one on the Scale, whose version is another; he has it in an entry of its own.
 */
function takenOwners(scale: Managers, managers: Managers, where: ReplicasPaths): Owned[] {
  const own = pathOf(where, where.apiVersion)
  const after = new Map(scale)
  const kept = [...managers].flatMap(([key, owned]): Owned[] => {
    const path = pathOf(where, owned.apiVersion)
    const isKept = !path || !hasPath(owned.fields, path) || after.delete(key)
    const fields = isKept ? owned.fields : difference(owned.fields, setOf(path))
    return fields.size === 0 ? [] : [{ ...owned, fields }]
  })
  const added = [...after].flatMap(([key, { time: _time, ...owned }]): Owned[] => {
    if (!hasPath(owned.fields, replicasPath)) return []
    // When the number came to be somebody's is told only of those who were there.
    const { time } = managers.get(key) ?? {}
    const known = time === undefined ? owned : { ...owned, time }
    return own ? [{ ...known, apiVersion: where.apiVersion, fields: setOf(own) }] : []
  })
  return [...kept, ...added]
}
