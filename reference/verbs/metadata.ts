import type { ResourceRequestInfo } from '../api/request.ts'
import type { ApiObject, JsonObject, Metadata } from '../api/object.ts'
import { objectsIn, timestamp } from '../api/object.ts'
import type { Resource, DeletionPropagation } from '../api/resource.ts'
import { isSameJson } from '../api/same-json.ts'
import { badRequest } from '../api/status.ts'
import type { DeletionRequest, ObjectIdentity } from '../api/write.ts'

/**
 * The body with the namespace of its path (OBJ-016, OBJ-017); a type without namespaces has none.
 * @throws 400 when the body names another namespace, or another object than the path (WRITE-012)
 */
export function placeInPath(
  body: ApiObject,
  info: Pick<ResourceRequestInfo, 'namespace' | 'name'>,
  resource: Pick<Resource, 'isNamespaced'>,
): ApiObject {
  const { namespace: given = '', ...metadata } = body.metadata
  if (info.name !== '') refuseOtherName(body.metadata.name ?? '', info.name)
  if (!resource.isNamespaced) return { ...body, metadata }
  if (given !== '' && given !== info.namespace) {
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    )
  }
  return { ...body, metadata: { ...metadata, namespace: info.namespace } }
}

function refuseOtherName(given: string, onPath: string): void {
  if (given === '') {
    throw badRequest(
      `the name of the object (${onPath} based on URL) was undeterminable: name must be provided`,
    )
  }
  if (given === onPath) return
  throw badRequest(
    `the name of the object (${given}) does not match the name on the URL (${onPath})`,
  )
}

type Written = Pick<
  Resource,
  'hasGeneration' | 'generationCountsAnnotations' | 'isWritable' | 'prepare' | 'resetFields'
>

/** A new object: whatever the body says, the server decides who it is (OBJ-018, OBJ-026). */
export function createMetadata(
  body: ApiObject,
  identity: ObjectIdentity,
  resource: Written,
): ApiObject {
  const { namespace, name, uid, now } = identity
  const { fields, metadata } = apart(body, resource)
  const identified: Metadata = {
    ...without(metadata, ['namespace', 'deletionTimestamp', 'deletionGracePeriodSeconds']),
    name,
    ...(namespace && { namespace }),
    uid,
    creationTimestamp: timestamp(now),
    ...(resource.hasGeneration && { generation: 1 }),
  }
  return resource.prepare({ ...fields, metadata: identified }, undefined)
}

/** The object that replaces another: what the server owns stays as it is (WRITE-005, WRITE-011). */
export function updateMetadata(body: ApiObject, current: ApiObject, resource: Written): ApiObject {
  const { fields, metadata } = apart(body, resource)
  const { kind: _kind, apiVersion: _version, metadata: _metadata, ...rest } = current
  const kept = only(rest, field => !resource.isWritable(field))
  const { deletionGracePeriodSeconds: grace } = current.metadata
  const identified = {
    // Validation refuses another one.
    ...(grace !== undefined && { deletionGracePeriodSeconds: grace }),
    ...only(metadata, field => !isReset(field, resource)),
    ...only(current.metadata, field => ownMetadata.includes(field) || isReset(field, resource)),
  }
  const next = resource.prepare({ ...fields, ...kept, metadata: identified }, current)
  if (!resource.hasGeneration) return next
  const { generation = 0 } = current.metadata
  const step = isSameJson(content(current, resource), content(next, resource)) ? 0 : 1
  return { ...next, metadata: { ...next.metadata, generation: generation + step } }
}

/** Whether a path leaves a member of the metadata as it is; who owns what is written everywhere. */
const isReset = (field: string, { resetFields = [] }: Written): boolean =>
  field !== 'managedFields' &&
  (resetFields.includes('metadata') || resetFields.includes(`metadata.${field}`))

/**
 * The object with the mark of its first delete request (DEL-002). A second one moves nothing, but
 * may shorten the time of grace and say anew what becomes of dependents (DEL-003, DEL-017).
 */
export function markDeleted(
  current: ApiObject,
  { now, propagationPolicy: policy, gracePeriodSeconds: graceSeconds }: DeletionRequest,
  resource: Pick<Resource, 'onFirstDelete' | 'gracePeriodSeconds' | 'defaultPropagation'>,
): ApiObject {
  const { deletionTimestamp, deletionGracePeriodSeconds, generation, finalizers } = current.metadata
  const grace = resource.gracePeriodSeconds(current)
  const seconds = grace === 0 ? 0 : (graceSeconds ?? grace)
  const isFirst = deletionTimestamp === undefined
  const isSooner = !isFirst && seconds < (deletionGracePeriodSeconds ?? 0)
  const isSaid = Object.values(waitsFor).some(own => finalizers?.includes(own))
  const chosen = policy ?? (isSaid ? undefined : resource.defaultPropagation)
  const waiting = chosen && forDependents(finalizers ?? [], chosen)
  const marks: Metadata = {
    ...(isFirst && generation !== undefined && { generation: generation + 1 }),
    ...((isFirst || isSooner) && {
      deletionTimestamp: timestamp(now + seconds * 1000),
      deletionGracePeriodSeconds: seconds,
    }),
    ...(waiting && !isSameJson(waiting, finalizers ?? []) && { finalizers: waiting }),
  }
  if (Object.keys(marks).length === 0) return current
  const marked = { ...current, metadata: { ...current.metadata, ...marks } }
  return isFirst ? resource.onFirstDelete(marked, current) : marked
}

/** Who waits for the dependents of a deleted object: the garbage collector, in one of two ways. */
function forDependents(finalizers: readonly string[], policy: DeletionPropagation): string[] {
  const others = finalizers.filter(entry => !Object.values(waitsFor).includes(entry))
  const own = waitsFor[policy]
  return own === '' ? others : [...others, own]
}

const waitsFor = { Orphan: 'orphan', Foreground: 'foregroundDeletion', Background: '' }

/**
 * Whether storing `next` would change anything; the version itself does not count (OBJ-024), nor
 * when somebody has last written what he owns.
 */
export const hasChanged = (current: ApiObject, next: ApiObject): boolean =>
  !isSameJson(undated(current), undated(next))

/** Whether the object is deleted, and nobody works with it or has to clean up any more (DEL-006). */
export const isFinished = (object: ApiObject, resource: Pick<Resource, 'finalizers'>): boolean =>
  object.metadata.deletionTimestamp !== undefined &&
  !object.metadata.deletionGracePeriodSeconds &&
  resource.finalizers(object).length === 0

const undated = ({ metadata, ...fields }: ApiObject): JsonObject => ({
  ...fields,
  metadata: {
    ...without(metadata, ['resourceVersion']),
    managedFields: objectsIn(metadata.managedFields).map(entry => without(entry, ['time'])),
  },
})

/** What a generation counts changes of: everything but metadata, and a status of its own path. */
const content = (
  object: ApiObject,
  { isWritable, generationCountsAnnotations }: Written,
): JsonObject => ({
  ...without(object, ['metadata', ...(isWritable('status') ? [] : ['status'])]),
  ...(generationCountsAnnotations && { metadata: { ...object.metadata.annotations } }),
})

// What a client sends for these is dropped or replaced; a deletion mark is kept for validation,
// which refuses one on an object that nobody has deleted.
const ownMetadata = ['uid', 'creationTimestamp', 'deletionTimestamp', 'generation']

/** The parts of a body that a client may write. */
function apart(body: ApiObject, resource: Written) {
  const { kind, apiVersion, metadata, ...fields } = body
  return {
    fields: { ...only(fields, resource.isWritable), kind, apiVersion },
    metadata: without(metadata, ['uid', 'generation', 'resourceVersion', 'selfLink']),
  }
}

const without = (object: JsonObject, members: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([member]) => !members.includes(member)))

const only = (object: JsonObject, isMeant: (member: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([member]) => isMeant(member)))
