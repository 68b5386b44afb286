// The lifecycle of namespaces: objects need an active one, and are deleted with it.

import { setImmediate } from 'node:timers/promises'

import { type ApiObject, isJsonObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { asStored, storeKeyOf, storePrefixOf, type Resource } from '../api/resource.ts'
import { Refusal } from '../api/refusal.ts'
import { forbidden, notFound } from '../api/status.ts'
import type { AdmissionAttributes, WriteOutcome } from '../api/write.ts'
import { servedTypes } from '../parts/served-types.ts'
import { WriteConflict, type Key, type StoredEntry } from '../api/store.ts'
import { ignoreNotFound } from './ignore-not-found.ts'
import { withControllerManagedFields } from '../parts/controller-managed-fields.ts'
import { namespaceFinalizersOf } from '../types/type-traits.ts'

/** Refuses new objects in a namespace that is absent or terminating (DEL-029). @throws 403, 404 */
export async function requireActiveNamespace(
  { resource, object }: AdmissionAttributes,
  parts: Parts,
): Promise<void> {
  const refusal = await contentRefusal(resource, object, parts)
  if (refusal) throw refusal
}

/**
 * Removes an object again whose namespace was deleted while it was created: the namespace was
 * checked before the object was stored, and its contents may have been deleted in between. @throws
 * 403, 404
 */
export async function recheckNamespace(
  { entry, object }: WriteOutcome,
  resource: Resource,
  parts: Parts,
): Promise<void> {
  const refusal = await contentRefusal(resource, object, parts)
  if (!refusal) return
  try {
    await parts.store.commit({ key: entry.key, guard: { basedOn: entry.revision }, remove: true })
  } catch (error) {
    // The deletion of the contents has already found it.
    if (!(error instanceof WriteConflict)) throw error
  }
  throw refusal
}

async function contentRefusal(
  resource: Resource,
  { metadata }: ApiObject,
  parts: Parts,
): Promise<Refusal | undefined> {
  if (!resource.isNamespaced) return undefined
  const { namespace = '', name = '' } = metadata
  const entry = await namespaceEntry(namespace, parts)
  if (!entry) return notFound(namespacesOf(parts), namespace)
  // Fast path, since every create checks twice: a value without this text need not be decoded.
  if (!entry.value.includes('"deletionTimestamp"')) return undefined
  const owner = parts.stages.decodeStored(entry, namespacesOf(parts))
  if (owner.metadata.deletionTimestamp === undefined) return undefined
  return forbidden({
    ...resource,
    name,
    because:
      `unable to create new content in namespace ${namespace} ` + 'because it is being terminated',
    cause: {
      reason: 'NamespaceTerminating',
      message: `namespace ${namespace} is being terminated`,
      field: 'metadata.namespace',
    },
  })
}

/**
 * Deletes the contents of a terminating namespace, then the namespace if it is empty (DEL-028).
 * Does nothing for an active or absent namespace.
 */
export async function finalizeNamespace(name: string, parts: Parts): Promise<void> {
  const owner = await namespaceNamed(name, parts)
  if (owner?.metadata.deletionTimestamp === undefined) return
  let left = 0
  for (const resource of servedTypes(parts).filter(
    ({ isNamespaced, view }) => isNamespaced && !view,
  )) {
    left += await deleteAll(asStored(resource), name, parts)
  }
  if (left > 0) return
  const finalizer = parts.dialect.namespaces.finalizer
  await ignoreNotFound(
    parts.verbs.performWrite(
      {
        operation: 'update',
        resource: namespacesOf(parts),
        namespace: '',
        name,
        isDryRun: false,
        propose: found => {
          const current = there(found, namespacesOf(parts), name)
          const next = withoutFinalizer(current, finalizer)
          return withControllerManagedFields(
            next,
            { resource: namespacesOf(parts), current },
            parts,
          )
        },
      },
      parts,
    ),
  )
}

const inBackground = {
  uid: '',
  resourceVersion: '',
  isDryRun: false,
  isForced: false,
  propagationPolicy: 'Background',
} as const

// Deletes are expensive, so yield to the event loop between batches.
const deletedAtOnce = 50

/** Deletes all objects of a type in a namespace. Returns how many remain because of finalizers. */
async function deleteAll(resource: Resource, namespace: string, parts: Parts): Promise<number> {
  let left = 0
  let after: Key | undefined
  for (;;) {
    const range = { prefix: storePrefixOf(resource, namespace), limit: deletedAtOnce }
    const { entries, remaining } = await parts.store.range({ ...range, ...(after && { after }) })
    for (const { key } of entries) {
      const name = key.slice(range.prefix.length)
      const write = parts.verbs.delete.write({ resource, namespace, name }, inBackground, parts)
      const outcome = await ignoreNotFound(parts.verbs.performWrite(write, parts))
      if (outcome && outcome.effect !== 'remove') left += 1
      after = key
    }
    if (remaining === 0) return left
    await setImmediate()
  }
}

function there(current: ApiObject | undefined, resource: Resource, name: string): ApiObject {
  if (!current) throw notFound(resource, name)
  return current
}

function withoutFinalizer(owner: ApiObject, finalizer: string): ApiObject {
  const finalizers = namespaceFinalizersOf(owner).filter(entry => entry !== finalizer)
  return { ...owner, spec: { ...(isJsonObject(owner.spec) && owner.spec), finalizers } }
}

async function namespaceNamed(name: string, parts: Parts): Promise<ApiObject | undefined> {
  const entry = await namespaceEntry(name, parts)
  return entry && parts.stages.decodeStored(entry, namespacesOf(parts))
}

async function namespaceEntry(name: string, parts: Parts): Promise<StoredEntry | undefined> {
  return name === ''
    ? undefined
    : parts.store.get(storeKeyOf(namespacesOf(parts), { namespace: '', name }))
}

function namespacesOf(parts: Parts): Resource {
  const found = servedTypes(parts).find(row => row.group === '' && row.resource === 'namespaces')
  if (!found) throw new Error('the table of resources has no namespaces')
  return found
}
