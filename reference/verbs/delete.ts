import { valueInvalid } from '../api/status-causes.ts'
import { type Reply, requestNamespaceOf } from '../api/request.ts'
import type { ApiObject } from '../api/object.ts'
import type { Parts, ResourceCall } from '../parts/parts.ts'
import { apiVersionOf, storeKeyOf, type Resource, storageResourceOf } from '../api/resource.ts'
import { conflict, invalidObject, notFound } from '../api/status.ts'
import { preconditionFailed, deletedStatus } from '../api/write-refusals.ts'
import type { DeleteOptions, WriteOutcome, Preconditions, WriteRequest } from '../api/write.ts'
import { WriteConflict, CorruptValue } from '../api/store.ts'
import { admissionRequestOf, deleteOptionsOf } from './admission-request.ts'
import { objectReply, documentReply } from './replies.ts'

/**
 * DELETE on one object: marks it as deleted, and removes it once it is finished (DEL-001 to
 * DEL-007).
 */
export async function deleteObject(call: ResourceCall): Promise<Reply> {
  const { http, info, resource, negotiation, parts } = call
  const source = { bytes: await http.body(), mediaType: negotiation.body, query: http.query }
  const options = parts.stages.decodeOptions(source, parts)
  if (options.isForced) return forceRemoval(call)
  const request = admissionRequestOf(call, deleteOptionsOf(options))
  const write = parts.verbs.delete.write({ ...info, resource }, options, parts)
  const outcome = await parts.verbs.performWrite({ ...write, request }, parts)
  if (!options.isDryRun)
    await parts.namespaceLifecycle.finalizeNamespace(requestNamespaceOf(info), parts)
  return reply(outcome, call)
}

/**
 * Returns the write that marks an object as deleted. It removes the object if no finalizer is left.
 */
export function deletionWrite(
  place: Pick<WriteRequest, 'resource' | 'namespace' | 'name'>,
  options: DeleteOptions,
  parts: Parts,
): WriteRequest {
  const { resource, name } = place
  const propose = (current: ApiObject | undefined): ApiObject => {
    if (!current) throw notFound(resource, name)
    parts.verbs.delete.checkPreconditions(options, current, resource)
    return parts.metadataRules.markDeleted(
      current,
      { ...options, now: parts.clock.now() },
      resource,
    )
  }
  const stored = storageResourceOf(resource)
  return { ...place, resource: stored, operation: 'delete', isDryRun: options.isDryRun, propose }
}

/**
 * Removes an object that cannot be decoded (DEL-021 to DEL-024). The read is the ordinary attempt
 * that comes first (DEL-020); if it succeeds, the request is refused (DEL-025).
 */
async function forceRemoval(call: ResourceCall): Promise<Reply> {
  const { user, info, resource, parts } = call
  const key = storeKeyOf(resource, info)
  const found = await parts.store.get(key).catch((error: unknown) => {
    if (error instanceof CorruptValue) return error
    throw error
  })
  if (!found) throw notFound(resource, info.name)
  if (!(found instanceof CorruptValue)) throw readable(resource, info.name)
  await parts.stages.authorize(user, { ...info, verb: 'unsafe-delete-ignore-read-errors' }, parts)
  // Only the name is known. Admission uses it to protect the objects that may not be deleted.
  const { kind } = resource
  const object = { kind, apiVersion: apiVersionOf(resource), metadata: { name: info.name } }
  await parts.stages.admit({ operation: 'delete', resource, object, old: undefined }, parts)
  try {
    await parts.store.commit({ key, guard: { basedOn: found.revision }, remove: true })
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
    throw error.current ? conflict(resource, info.name) : notFound(resource, info.name)
  }
  await parts.namespaceLifecycle.finalizeNamespace(requestNamespaceOf(info), parts)
  return documentReply(call, 200, deletedStatus(resource, info.name))
}

const readable = (resource: Resource, name: string) =>
  invalidObject({ ...resource, name }, [
    valueInvalid(
      'ignoreStoreReadErrorWithClusterBreakingPotential',
      true,
      'is exclusively used to delete corrupt object(s), try again by removing this option',
    ),
  ])

/** Returns the object while finalizers are left, otherwise the response of its type (DEL-011). */
function reply(
  { effect, entry, object, warnings = [] }: WriteOutcome,
  call: ResourceCall,
): Reply | Promise<Reply> {
  const { resource, info } = call
  if (effect !== 'remove' || resource.deleteReturns === 'object')
    return objectReply(call, { status: 200, entry, warnings })
  const status = deletedStatus(resource, info.name, object.metadata.uid ?? '')
  return { ...documentReply(call, 200, status), warnings }
}

/** Refuses to delete an object whose uid or version differs from the preconditions (DEL-016). */
export function checkDeletePreconditions(
  { uid, resourceVersion }: Preconditions,
  { metadata }: ApiObject,
  resource: Resource,
): void {
  const { name = '' } = metadata
  if (uid !== '' && uid !== metadata.uid) {
    throw preconditionFailed(
      resource,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record ` +
        `(${metadata.uid}). The object might have been deleted and then recreated`,
    )
  }
  if (resourceVersion !== '' && resourceVersion !== metadata.resourceVersion) {
    throw preconditionFailed(
      resource,
      name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match ` +
        `the ResourceVersion in record (${metadata.resourceVersion}). ` +
        'The object might have been modified',
    )
  }
}
