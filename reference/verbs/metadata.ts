import { isDeepStrictEqual } from 'node:util'

import { type ApiObject, type JsonObject, type Metadata, timestamp } from '../api/object.ts'
import type { Identity } from '../api/parts.ts'
import type { Resource } from '../api/resource.ts'

/** A new object: whatever the body says, the server decides who it is (OBJ-018, OBJ-026). */
export function create(body: ApiObject, identity: Identity, resource: Resource): ApiObject {
  const { namespace, name, uid, now } = identity
  const { fields, metadata } = apart(body, resource)
  return resource.prepare({
    ...fields,
    metadata: {
      ...without(metadata, ['namespace', 'deletionTimestamp', 'deletionGracePeriodSeconds']),
      name,
      ...(namespace && { namespace }),
      uid,
      creationTimestamp: timestamp(now),
      ...(resource.hasGeneration && { generation: 1 }),
    },
  })
}

/** The object that replaces another: what the server owns stays as it is (WRITE-005, WRITE-011). */
export function update(body: ApiObject, current: ApiObject, resource: Resource): ApiObject {
  const { fields, metadata } = apart(body, resource)
  const kept = only(current, resource.ownFields)
  const next: ApiObject = {
    ...fields,
    ...kept,
    metadata: { ...metadata, ...only(current.metadata, ownMetadata) },
  }
  if (!resource.hasGeneration) return next
  const { generation = 0 } = current.metadata
  const step = isDeepStrictEqual(content(current), content(next)) ? 0 : 1
  return { ...next, metadata: { ...next.metadata, generation: generation + step } }
}

/** The object with the mark of its first delete request (DEL-002); a second one moves nothing. */
export function markDeleted(current: ApiObject, now: number): ApiObject {
  if (current.metadata.deletionTimestamp !== undefined) return current
  const { generation } = current.metadata
  const marks: Metadata = {
    deletionTimestamp: timestamp(now),
    deletionGracePeriodSeconds: 0,
    ...(generation !== undefined && { generation: generation + 1 }),
  }
  return { ...current, metadata: { ...current.metadata, ...marks } }
}

/** Whether storing `next` would change anything; the version itself does not count (OBJ-024). */
export const hasChanged = (current: ApiObject, next: ApiObject): boolean =>
  !isDeepStrictEqual(unversioned(current), unversioned(next))

/** Whether the object is deleted and nobody has to clean up after it any more (DEL-006). */
export const isFinished = (object: ApiObject, resource: Resource): boolean =>
  object.metadata.deletionTimestamp !== undefined && resource.finalizers(object).length === 0

const unversioned = ({ metadata, ...fields }: ApiObject): JsonObject => ({
  ...fields,
  metadata: without(metadata, ['resourceVersion']),
})

/** What a generation counts changes of: everything but metadata and status. */
const content = (object: ApiObject): JsonObject => without(object, ['metadata', 'status'])

// What a client sends for these is dropped or replaced; a deletion mark is kept for validation,
// which refuses one on an object that nobody has deleted.
const ownMetadata = [
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generation',
]

/** The parts of a body that a client may write. */
function apart(body: ApiObject, resource: Resource) {
  const { kind, apiVersion, metadata, ...fields } = body
  return {
    fields: { ...without(fields, resource.ownFields), kind, apiVersion },
    metadata: without(metadata, ['uid', 'generation', 'resourceVersion', 'selfLink']),
  }
}

const without = (object: JsonObject, members: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([member]) => !members.includes(member)))

const only = (object: JsonObject, members: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([member]) => members.includes(member)))
