// Maps owners to their dependents: objects refer to their owners, and the garbage collector needs
// the reverse direction.

import { type ApiObject, isJsonObject } from '../api/object.ts'
import type { Key } from '../api/store.ts'

/** An entry of `metadata.ownerReferences`. */
export type OwnerReference = {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  /** Whether the owner waits for this dependent in a foreground deletion. */
  readonly blockOwnerDeletion: boolean
}

export function ownersOf({ metadata }: ApiObject): OwnerReference[] {
  const { ownerReferences: references } = metadata
  if (!Array.isArray(references)) return []
  return references.filter(isJsonObject).map(reference => ({
    apiVersion: String(reference.apiVersion),
    kind: String(reference.kind),
    name: String(reference.name),
    uid: String(reference.uid),
    blockOwnerDeletion: reference.blockOwnerDeletion === true,
  }))
}

/** The dependents by the uid of their owner. */
export type OwnerGraph = {
  /** Sets the owners of an object; none when it is removed. Returns its previous owners. */
  readonly set: (key: Key, owners: readonly string[]) => readonly string[]
  readonly dependentsOf: (owner: string) => readonly Key[]
  /** Whether no object has an owner. */
  readonly isEmpty: () => boolean
}

export function newOwnerGraph(): OwnerGraph {
  const owners = new Map<Key, readonly string[]>()
  const dependents = new Map<string, Set<Key>>()

  function leave(key: Key, owner: string): void {
    const others = dependents.get(owner)
    others?.delete(key)
    if (others?.size === 0) dependents.delete(owner)
  }

  return {
    set(key, next) {
      const before = owners.get(key) ?? []
      for (const owner of before) leave(key, owner)
      for (const owner of next) {
        dependents.set(owner, (dependents.get(owner) ?? new Set()).add(key))
      }
      if (next.length > 0) owners.set(key, next)
      else owners.delete(key)
      return before
    },
    dependentsOf: owner => [...(dependents.get(owner) ?? [])],
    isEmpty: () => owners.size === 0,
  }
}
