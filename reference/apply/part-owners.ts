// Who owns what of a Scale: it is a part of a workload in another form, and so is its record.

import type { JsonObject } from '../api/object.ts'
import type { ViewOwners } from '../api/resource.ts'
import { difference, hasPath, type Path, setOf } from './field-set.ts'
import { managerKey, type Managers, type Owned, readManagers } from './managers.ts'
import { writeManagers } from './managers.ts'
import { fieldElement, UnreadableFields } from './path-element.ts'

type ReplicasPaths = {
  /** The path of the number in each version that is served, such as `spec.replicas`. */
  readonly paths: { readonly [apiVersion: string]: string | undefined }
  /** The version in which what is written through the Scale is recorded. */
  readonly apiVersion: string
}

const scaleVersion = 'autoscaling/v1'
const replicas = setOf([fieldElement('spec'), fieldElement('replicas')])

/** The owners of the number of replicas alone, and what a write of a Scale leaves of all. */
export const scaleOwners = (where: ReplicasPaths): ViewOwners => ({
  show: managedFields => written(shownOwners(readOr(managedFields), where)),
  take: (shown, managedFields) => written(takenOwners(readOr(shown), readOr(managedFields), where)),
})

const written = (managers: Managers): JsonObject[] | undefined =>
  managers.size === 0 ? undefined : writeManagers(managers)

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

/** Keys stay those of the object: by them is found who has kept the number. */
function shownOwners(managers: Managers, where: ReplicasPaths): Managers {
  const shown = new Map<string, Owned>()
  for (const [key, owned] of managers) {
    const path = pathOf(where, owned.apiVersion)
    if (!path || !hasPath(owned.fields, path)) continue
    shown.set(key, { ...owned, apiVersion: scaleVersion, fields: replicas })
  }
  return shown
}

function takenOwners(scale: Managers, managers: Managers, where: ReplicasPaths): Managers {
  const own = pathOf(where, where.apiVersion)
  const after = new Map([...scale.values()].map(owned => [scaleKey(owned), owned]))
  const next = new Map<string, Owned>()
  for (const [key, owned] of managers) {
    const path = pathOf(where, owned.apiVersion)
    const inScale = scaleKey({ ...owned, apiVersion: scaleVersion })
    if (!path || !hasPath(owned.fields, path)) {
      next.set(key, owned)
    } else if (after.has(inScale)) {
      next.set(key, owned)
      after.delete(inScale)
    } else {
      const fields = difference(owned.fields, setOf(path))
      if (fields.size > 0) next.set(key, { ...owned, fields })
    }
  }
  for (const [key, { time: _time, ...owned }] of after) {
    if (!own) continue
    const entry = { ...owned, apiVersion: where.apiVersion, fields: setOf(own) }
    // As on a genuine server: when the number came to be somebody's is not known.
    const { time } = managers.get(key) ?? {}
    next.set(managerKey(entry), { ...entry, ...(time !== undefined && { time }) })
  }
  return next
}

const scaleKey = (owned: Owned): string => managerKey(owned)
