import { goParseError } from '../api/go-parse-error.ts'
import { valueInvalid } from '../api/status-causes.ts'
import type { Reply } from '../api/request.ts'
import { parseRevision } from '../api/list.ts'
import type { ApiObject } from '../api/object.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { type Resource, storageResourceOf, objectFromView } from '../api/resource.ts'
import { conflict, invalidObject, notFound, invalidVersion } from '../api/status.ts'
import { withWarnings } from '../api/with-warnings.ts'
import { admissionRequestOf } from './admission-request.ts'
import { objectReply } from './replies.ts'
import {
  withManagedFieldsAfter,
  withManagedFields,
  type WriteCall,
} from './write-managed-fields.ts'
import { yieldAfter, runYielding } from '../lib/event-loop.ts'
import { runAfterWrite } from './after-write.ts'

/**
 * PUT on one object: replaces it, or creates it for some types (WRITE-005, PATH-020 to PATH-022).
 */
export async function updateObject(call: ResourceCall): Promise<Reply> {
  const { http, resource, negotiation, parts } = call
  const isDryRun = parts.stages.isDryRun(http.query, 'UpdateOptions', parts.dialect)
  const level = parts.stages.validationLevel(http.query, 'UpdateOptions', parts.dialect)
  const manager = parts.stages.fieldManager(http, 'UpdateOptions', parts.dialect)
  const bytes = await http.body()
  const pause = yieldAfter(parts.limits.yieldAfterMs)
  const target = { resource, mediaType: negotiation.body, level }
  const { object, warnings } = await runYielding(parts.stages.decode(bytes, target, parts), pause)
  await pause()
  const act = () => replace(object, { ...call, manager, isDryRun })
  return withWarnings(() => warnings, act)
}

type Replacing = WriteCall & { readonly isDryRun: boolean }

async function replace(object: ApiObject, { isDryRun, ...writer }: Replacing): Promise<Reply> {
  const { info, resource, parts } = writer
  const body = parts.metadataRules.placeInPath(object, info, resource)
  refuseInvalidVersion(body, writer)
  const propose = (current: ApiObject | undefined) =>
    current ? replacement(body, current, writer) : creation(body, writer)
  const stored = storageResourceOf(resource)
  const request = admissionRequestOf(writer)
  const change = { operation: 'update', resource: stored, isDryRun, request } as const
  const outcome = await parts.verbs.performWrite({ ...info, ...change, propose }, parts)
  if (!isDryRun) await runAfterWrite(outcome, writer)
  const status = outcome.effect === 'create' ? parts.dialect.createdStatus : 200
  const { entry, warnings = [] } = outcome
  return objectReply(writer, { status, entry, warnings })
}

/**
 * Returns the object after the body has replaced it, or the part that the view of the path shows.
 */
export async function replacement(
  body: ApiObject,
  current: ApiObject,
  writer: WriteCall,
): Promise<ApiObject> {
  const { resource, parts } = writer
  parts.verbs.update.checkPreconditions(body, current, resource)
  return mergedIntoStored(await withManagedFieldsAfter(body, current, writer), current, writer)
}

/** Merges a body with updated `managedFields` into the current object. */
export function mergedIntoStored(
  body: ApiObject,
  current: ApiObject,
  { resource, parts }: ResourceCall,
) {
  const next = objectFromView(resource, body, current)
  const { managedFields: owners } = resource.view ?? {}
  const { managedFields } = body.metadata
  const known = owners
    ? withManagedFields(next, owners.fromView(managedFields, current.metadata.managedFields))
    : next
  return parts.metadataRules.prepareForUpdate(known, current, storageResourceOf(resource))
}

async function creation(body: ApiObject, writer: WriteCall) {
  const { user, info, resource, parts } = writer
  if (!resource.allowsCreateOnUpdate) throw notFound(resource, info.name)
  if (body.metadata.uid !== undefined) throw otherUid(body.metadata.uid, '', body, resource)
  await parts.stages.authorize(user, { ...info, verb: 'create' }, parts)
  const { namespace, name } = info
  const identity = { namespace, name, uid: parts.ids.uid(), now: parts.clock.now() }
  const object = objectFromView(resource, await withManagedFieldsAfter(body, undefined, writer))
  return parts.metadataRules.prepareForCreate(object, identity, storageResourceOf(resource))
}

/** Refuses a write that is based on another version or uid (ERR-008, WRITE-013). */
export function checkUpdatePreconditions(
  body: ApiObject,
  current: ApiObject,
  resource: Resource,
): void {
  const { name = '', uid, resourceVersion = '0' } = body.metadata
  if (uid !== undefined && uid !== current.metadata.uid) {
    throw otherUid(uid, current.metadata.uid ?? '', body, resource)
  }
  if (resourceVersion === '0') {
    if (!resource.allowsUnconditionalUpdate) throw missingVersion(resource, name)
  } else if (resourceVersion !== current.metadata.resourceVersion) throw conflict(resource, name)
}

const otherUid = (given: string, stored: string, { metadata }: ApiObject, resource: Resource) =>
  conflict(
    resource,
    metadata.name ?? '',
    `Precondition failed: UID in precondition: ${given}, UID in object meta: ${stored}`,
  )

// The genuine server puts the plural here, not the kind.
const missingVersion = ({ group, resource }: Resource, name: string) =>
  invalidObject({ group, kind: resource, name }, [
    valueInvalid('metadata.resourceVersion', 0, 'must be specified for an update'),
  ])

/** Refuses a patch that changes the uid. @throws 422 */
export function refuseOtherUid(body: ApiObject, current: ApiObject, { resource }: ResourceCall) {
  const { uid, name = '' } = body.metadata
  if (uid === undefined || uid === current.metadata.uid) return
  throw invalidObject({ ...resource, name }, [
    valueInvalid('metadata.uid', uid, 'field is immutable'),
  ])
}

/** Refuses a resource version that is not a number (GET-005). @throws 400, 500 */
export function refuseInvalidVersion({ metadata }: ApiObject, { parts }: ResourceCall): void {
  const { resourceVersion = '0' } = metadata
  if (parseRevision(resourceVersion) !== undefined) return
  throw invalidVersion(
    parts.dialect.invalidVersionStatus,
    goParseError('ParseUint', resourceVersion),
  )
}
