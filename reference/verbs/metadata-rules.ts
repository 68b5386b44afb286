import type { ResourceRequestInfo } from '../api/request.ts'
import type { ApiObject, JsonObject, Metadata } from '../api/object.ts'
import { objectsIn, timestamp } from '../api/object.ts'
import type { Resource, DeletionPropagation } from '../api/resource.ts'
import { isSameJson } from '../api/same-json.ts'
import { badRequest } from '../api/status.ts'
import type { DeletionRequest, ObjectIdentity } from '../api/write.ts'

/**
 * Returns the body with the namespace of its path (OBJ-016, OBJ-017); cluster-scoped types have
 * none.
 * @throws 400 when the body has another namespace or another name than the path (WRITE-012)
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

/**
 * Returns a new object. Its identity is set by the server, whatever the body contains (OBJ-018,
 * OBJ-026).
 */
export function prepareForCreate(
  body: ApiObject,
  identity: ObjectIdentity,
  resource: Written,
): ApiObject {
  const { namespace, name, uid, now } = identity
  const { fields, metadata } = writableParts(body, resource)
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

/**
 * Returns the object that replaces another; fields that the server owns are unchanged (WRITE-005,
 * WRITE-011).
 */
export function prepareForUpdate(
  body: ApiObject,
  current: ApiObject,
  resource: Written,
): ApiObject {
  const { fields, metadata } = writableParts(body, resource)
  const { kind: _kind, apiVersion: _version, metadata: _metadata, ...rest } = current
  const kept = only(rest, field => !resource.isWritable(field))
  const { deletionGracePeriodSeconds: grace } = current.metadata
  const identified = {
    // Validation refuses a changed value.
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

/** Whether a path leaves a metadata field unchanged. `managedFields` is written on every path. */
const isReset = (field: string, { resetFields = [] }: Written): boolean =>
  field !== 'managedFields' &&
  (resetFields.includes('metadata') || resetFields.includes(`metadata.${field}`))

/**
 * Returns the object with the mark of its first delete request (DEL-002). A second request leaves
 * the mark, but may shorten the grace period and change the propagation policy (DEL-003, DEL-017).
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

/**
 * Returns the finalizers with the one of the policy for dependents, which the garbage collector
 * removes.
 */
function forDependents(finalizers: readonly string[], policy: DeletionPropagation): string[] {
  const others = finalizers.filter(entry => !Object.values(waitsFor).includes(entry))
  const own = waitsFor[policy]
  return own === '' ? others : [...others, own]
}

const waitsFor = { Orphan: 'orphan', Foreground: 'foregroundDeletion', Background: '' }

/**
 * Whether storing `next` would change anything. The version does not count (OBJ-024), nor do the
 * times in `managedFields`.
 */
export const hasChanged = (current: ApiObject, next: ApiObject): boolean =>
  !isSameJson(undated(current), undated(next))

/** Whether the object is deleted, its grace period is over and no finalizer is left (DEL-006). */
export const mayBeRemoved = (object: ApiObject, resource: Pick<Resource, 'finalizers'>): boolean =>
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

/**
 * The content whose changes increment the generation: all but metadata, and but a status with its
 * own path.
 */
const content = (
  object: ApiObject,
  { isWritable, generationCountsAnnotations }: Written,
): JsonObject => ({
  ...without(object, ['metadata', ...(isWritable('status') ? [] : ['status'])]),
  ...(generationCountsAnnotations && { metadata: { ...object.metadata.annotations } }),
})

// Metadata that the server sets; values of clients are dropped or replaced. A deletion timestamp is
// kept for validation, which refuses it on an object that was not deleted.
const ownMetadata = ['uid', 'creationTimestamp', 'deletionTimestamp', 'generation']

/** Returns the parts of a body that a client may write. */
function writableParts(body: ApiObject, resource: Written) {
  const { kind, apiVersion, metadata, ...fields } = body
  return {
    fields: { ...only(fields, resource.isWritable), kind, apiVersion },
    metadata: without(metadata, ['uid', 'generation', 'resourceVersion', 'selfLink']),
  }
}

const without = (object: JsonObject, members: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([member]) => !members.includes(member)))

const only = (object: JsonObject, isKept: (member: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([member]) => isKept(member)))
