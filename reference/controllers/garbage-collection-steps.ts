// The steps of the garbage collector for one object. Each step reads the present state and may be
// repeated: other clients write concurrently, and another server may collect garbage on the same
// store.

import { type ApiObject, isJsonObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import {
  apiVersionOf,
  storeKeyOf,
  type Resource,
  resourceOfKey,
  type DeletionPropagation,
} from '../api/resource.ts'
import { notFound } from '../api/status.ts'
import { servedTypes } from '../parts/served-types.ts'
import type { Key } from '../api/store.ts'
import { ignoreNotFound } from './ignore-not-found.ts'
import { withControllerManagedFields } from '../parts/controller-managed-fields.ts'
import { type OwnerReference, ownersOf } from './owner-graph.ts'

export type GarbageCollection = {
  readonly parts: Parts
  readonly dependentsOf: (owner: string) => readonly Key[]
}

/** The finalizers that the garbage collector removes. */
export const collectorFinalizers = ['orphan', 'foregroundDeletion'] as const

type Found = { readonly key: Key; readonly resource: Resource; readonly object: ApiObject }

/**
 * Deletes an object whose owners are all gone or are waiting for its deletion. If some owners
 * remain, removes the references to the others. An owner of a type that is not served here may
 * exist, so nothing is done.
 */
export async function attemptToDelete(key: Key, within: GarbageCollection): Promise<void> {
  const found = await objectAt(key, within)
  if (!found || found.object.metadata.deletionTimestamp !== undefined) return
  const states = await Promise.all(
    ownersOf(found.object).map(async owner => ({ owner, is: await stateOf(owner, found, within) })),
  )
  if (states.length === 0 || states.some(({ is }) => is === 'unknown')) return
  const left = states.filter(({ is }) => is !== 'there').map(({ owner }) => owner.uid)
  if (left.length < states.length) {
    if (left.length > 0) await letGo(key, left, within)
    return
  }
  const isAwaited = states.some(({ is }) => is === 'waiting')
  const dependents = within.dependentsOf(uidOf(found))
  if (!isAwaited || dependents.length === 0) return remove(found, ownPolicy(found), within)
  await breakCycle(found, dependents, within)
  await remove(found, 'Foreground', within)
}

/**
 * Returns the state of an owner: present, gone, or deleted and waiting for dependents; `unknown`
 * when its type is not served.
 */
async function stateOf(
  owner: OwnerReference,
  { object }: Found,
  within: GarbageCollection,
): Promise<'there' | 'gone' | 'waiting' | 'unknown'> {
  const resource = servedTypes(within.parts).find(
    row => apiVersionOf(row) === owner.apiVersion && row.kind === owner.kind,
  )
  if (!resource) return 'unknown'
  const { namespace: own = '' } = object.metadata
  // The namespace of the owner is not known.
  if (resource.isNamespaced && own === '') return 'unknown'
  const namespace = resource.isNamespaced ? own : ''
  const found = await objectAt(storeKeyOf(resource, { namespace, name: owner.name }), within)
  if (!found || uidOf(found) !== owner.uid) return 'gone'
  const { deletionTimestamp, finalizers = [] } = found.object.metadata
  const isWaiting = deletionTimestamp !== undefined && finalizers.includes('foregroundDeletion')
  return isWaiting ? 'waiting' : 'there'
}

/**
 * Removes the finalizers of a deleted owner. With `orphan`, first removes its references from the
 * dependents. With `foregroundDeletion`, waits until no dependent blocks it.
 */
export async function finishWaitingOwner(key: Key, within: GarbageCollection): Promise<void> {
  const found = await objectAt(key, within)
  const { deletionTimestamp, finalizers = [] } = found?.object.metadata ?? {}
  if (!found || deletionTimestamp === undefined) return
  const uid = uidOf(found)
  const dependents = within.dependentsOf(uid)
  if (finalizers.includes('orphan')) {
    for (const dependent of dependents) await letGo(dependent, [uid], within)
    await dropFinalizer(found, 'orphan', within)
  }
  if (finalizers.includes('foregroundDeletion')) {
    const isBlocked = await someBlocks(uid, dependents, within)
    if (!isBlocked) await dropFinalizer(found, 'foregroundDeletion', within)
  }
}

async function someBlocks(uid: string, dependents: readonly Key[], within: GarbageCollection) {
  for (const dependent of dependents) {
    const other = await objectAt(dependent, within)
    const owners = other ? ownersOf(other.object) : []
    if (owners.some(owner => owner.uid === uid && owner.blockOwnerDeletion)) return true
  }
  return false
}

/**
 * Breaks a cycle of waiting: an object whose dependents wait for it in turn must not block its
 * owner.
 */
async function breakCycle(
  found: Found,
  dependents: readonly Key[],
  within: GarbageCollection,
): Promise<void> {
  const others = await Promise.all(dependents.map(dependent => objectAt(dependent, within)))
  const isInCycle = others.some(other =>
    other?.object.metadata.finalizers?.includes('foregroundDeletion'),
  )
  if (!isInCycle) return
  await update(found, within, reference => ({ ...reference, blockOwnerDeletion: false }))
}

/** Removes owner references from an object, if it exists. */
async function letGo(key: Key, uids: readonly string[], within: GarbageCollection): Promise<void> {
  const found = await objectAt(key, within)
  if (!found) return
  await update(found, within, reference =>
    uids.includes(String(reference['uid'])) ? undefined : reference,
  )
}

type Reference = { readonly [member: string]: unknown }

async function update(
  { key, resource }: Found,
  { parts }: GarbageCollection,
  change: (reference: Reference) => Reference | undefined,
): Promise<void> {
  const propose = (current: ApiObject | undefined): ApiObject => {
    if (!current) throw notFound(resource, placeOf(key).name)
    const { ownerReferences: references, ...metadata } = current.metadata
    const given = Array.isArray(references) ? references.filter(isJsonObject) : []
    const kept = given.map(change).filter(reference => reference !== undefined)
    const next = {
      ...current,
      metadata: { ...metadata, ...(kept.length > 0 && { ownerReferences: kept }) },
    }
    return withControllerManagedFields(next, { resource, current }, parts)
  }
  const write = {
    ...placeOf(key),
    operation: 'update',
    resource,
    isDryRun: false,
    propose,
  } as const
  await ignoreNotFound(parts.verbs.performWrite(write, parts))
}

async function dropFinalizer(
  { key, resource }: Found,
  finalizer: string,
  { parts }: GarbageCollection,
) {
  const { namespace, name } = placeOf(key)
  const propose = (current: ApiObject | undefined): ApiObject => {
    if (!current) throw notFound(resource, name)
    const finalizers = current.metadata.finalizers?.filter(entry => entry !== finalizer) ?? []
    const next = { ...current, metadata: { ...current.metadata, finalizers } }
    return withControllerManagedFields(next, { resource, current }, parts)
  }
  const place = { namespace, name, resource }
  await ignoreNotFound(
    parts.verbs.performWrite({ ...place, operation: 'update', isDryRun: false, propose }, parts),
  )
  await parts.namespaceLifecycle.finalizeNamespace(namespace, parts)
}

/**
 * Deletes the object in the version that was examined. If it has changed since, it is examined
 * again.
 */
async function remove(
  found: Found,
  policy: DeletionPropagation,
  { parts }: GarbageCollection,
): Promise<void> {
  const { resource, key, object } = found
  const options = {
    uid: uidOf(found),
    resourceVersion: object.metadata.resourceVersion ?? '',
    isDryRun: false,
    isForced: false,
    propagationPolicy: policy,
  }
  const write = parts.verbs.delete.write({ ...placeOf(key), resource }, options, parts)
  await ignoreNotFound(parts.verbs.performWrite(write, parts))
  await parts.namespaceLifecycle.finalizeNamespace(placeOf(key).namespace, parts)
}

/** Returns the deletion policy of the object according to its finalizers. */
function ownPolicy({ object }: Found): DeletionPropagation {
  const { finalizers = [] } = object.metadata
  if (finalizers.includes('orphan')) return 'Orphan'
  return finalizers.includes('foregroundDeletion') ? 'Foreground' : 'Background'
}

async function objectAt(key: Key, { parts }: GarbageCollection): Promise<Found | undefined> {
  const entry = await parts.store.get(key)
  if (!entry) return undefined
  const resource = resourceOfKey(key, servedTypes(parts))
  return { key, resource, object: parts.stages.decodeStored(entry, resource) }
}

const uidOf = ({ object }: Found): string => object.metadata.uid ?? ''

function placeOf(key: Key): { namespace: string; name: string } {
  const [, , namespace = '', name = ''] = key.split('/')
  return { namespace, name }
}
