import type { Reply } from '../api/request.ts'
import { parseRevision } from '../api/list.ts'
import { generateName } from '../api/name-rules.ts'
import type { ApiObject } from '../api/object.ts'
import type { Parts, ResourceCall } from '../parts/parts.ts'
import { type Resource, storageResourceOf, objectFromView } from '../api/resource.ts'
import { alreadyExists, noGeneratedNameFree, invalidVersion } from '../api/status.ts'
import { withWarnings } from '../api/with-warnings.ts'
import type { WriteRequest } from '../api/write.ts'
import { admissionRequestOf } from './admission-request.ts'
import { objectReply } from './replies.ts'
import { withManagedFieldsAfter, type WriteCall } from './write-managed-fields.ts'
import { runAfterWrite } from './after-write.ts'
import { yieldAfter, runYielding, neverYield } from '../lib/event-loop.ts'

/** POST to a collection (WRITE-001, PATH-012). */
export async function createObject(call: ResourceCall): Promise<Reply> {
  const { http, info, resource, negotiation, parts } = call
  const isDryRun = parts.stages.isDryRun(http.query, 'CreateOptions', parts.dialect)
  const level = parts.stages.validationLevel(http.query, 'CreateOptions', parts.dialect)
  const manager = parts.stages.fieldManager(http, 'CreateOptions', parts.dialect)
  const bytes = await http.body()
  const isLarge = bytes.length >= parts.limits.largeBodyBytes
  const pause = isLarge ? yieldAfter(parts.limits.yieldAfterMs) : neverYield
  const target = { resource, mediaType: negotiation.body, level }
  const { object, warnings } = await runYielding(parts.stages.decode(bytes, target, parts), pause)
  await pause()
  const act = async () => {
    refuseVersion(object, parts)
    const body = parts.metadataRules.placeInPath(object, info, resource)
    const write = await creation(body, { ...call, manager })
    await pause()
    const request = admissionRequestOf(call)
    const outcome = await parts.verbs.performWrite({ ...write, isDryRun, request }, parts)
    if (!isDryRun) await runAfterWrite(outcome, call)
    const { entry, warnings = [] } = outcome
    return objectReply(call, { status: parts.dialect.createdStatus, entry, warnings })
  }
  return withWarnings(() => warnings, act)
}

/**
 * A body with a resource version means an object that exists already (OBJ-035). Invalid versions
 * are ignored.
 */
function refuseVersion({ metadata }: ApiObject, parts: Parts): void {
  const revision = parseRevision(metadata.resourceVersion ?? '')
  if (revision === undefined || revision === '0') return
  throw invalidVersion(
    parts.dialect.versionOnCreateStatus,
    'resourceVersion should not be set on objects to be created',
  )
}

/** Removes the deletion metadata, which only the server sets. */
function wiped({ metadata, ...fields }: ApiObject): ApiObject {
  const { deletionTimestamp: _time, deletionGracePeriodSeconds: _grace, ...own } = metadata
  return { ...fields, metadata: own } as ApiObject
}

/** Proposes the name in the body, or generates names until one is free (OBJ-012, OBJ-013). */
async function creation(
  body: ApiObject,
  writer: WriteCall,
): Promise<Omit<WriteRequest, 'isDryRun'>> {
  const { info, resource, parts } = writer
  const { namespace } = info
  const stored = storageResourceOf(resource)
  const object = objectFromView(
    resource,
    await withManagedFieldsAfter(wiped(body), undefined, writer),
  )
  const { name: given = '', generateName: prefix = '' } = body.metadata
  let name = given
  let attempts = 0
  const propose = (existing: ApiObject | undefined): ApiObject => {
    if (existing && given !== '') throw nameTaken(existing, prefix, resource)
    if (existing && attempts >= parts.limits.nameAttemptsMax)
      throw noGeneratedNameFree(resource, name)
    if (given === '' && prefix !== '') name = generateName(prefix, parts.ids.random)
    attempts += 1
    const identity = { namespace, name, uid: parts.ids.uid(), now: parts.clock.now() }
    return parts.metadataRules.prepareForCreate(object, identity, stored)
  }
  return { operation: 'create', resource: stored, namespace, name, givenName: given, propose }
}

function nameTaken({ metadata }: ApiObject, prefix: string, resource: Resource) {
  const { name = '', deletionTimestamp } = metadata
  if (prefix !== '') return noGeneratedNameFree(resource, name)
  return alreadyExists(resource, name, deletionTimestamp === undefined ? 'live' : 'finalizing')
}
