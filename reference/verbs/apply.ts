import { conflictMessages } from '../apply/conflict-messages.ts'
import { nullFieldCauses } from '../apply/null-field-causes.ts'
import { valueRequired } from '../api/status-causes.ts'
import type { Reply } from '../api/request.ts'
import { type ApiObject, isJsonObject, objectIn } from '../api/object.ts'
import { isQueryFlagOn } from '../api/query-parameters.ts'
import { Refusal } from '../api/refusal.ts'
import { apiVersionOf, storageResourceOf, objectFromView } from '../api/resource.ts'
import { truncate, previewJson } from '../api/quote.ts'
import { badRequest, conflict, invalidObject, notFound } from '../api/status.ts'
import { withWarnings } from '../api/with-warnings.ts'
import { yieldAfter, runYielding, type YieldIfDue } from '../lib/event-loop.ts'
import { applyConflict, unownableFields } from '../api/write-refusals.ts'
import type { ParsedBody } from '../api/write.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { admissionRequestOf } from './admission-request.ts'
import { objectReply } from './replies.ts'
import { viewWithManagedFields, type WriteCall, fieldWriteOf } from './write-managed-fields.ts'
import { runAfterWrite } from './after-write.ts'
import { mergedIntoStored, refuseOtherUid, refuseInvalidVersion } from './update.ts'

/**
 * PATCH with an apply configuration (APPLY-001 to APPLY-016). Creates the object if it does not
 * exist.
 */
export async function applyObject(call: ResourceCall): Promise<Reply> {
  const { http, info, resource, negotiation, parts } = call
  const manager = requiredManager(call)
  const isDryRun = parts.stages.isDryRun(http.query, 'PatchOptions', parts.dialect)
  const level = parts.stages.validationLevel(http.query, 'PatchOptions', parts.dialect)
  const mediaType = parts.applyMediaTypes[negotiation.body] ?? ''
  const bytes = await http.body()
  const pause = yieldAfter(parts.limits.yieldAfterMs)
  const document = parts.stages.parseBody(bytes, { mediaType }, parts)
  const writer = { ...call, manager }
  const repeated = level === 'Ignore' ? [] : repeatedIn(document)
  let warnings: readonly string[] = []
  const given = parseAppliedObject(document, call)
  const propose = async (current: ApiObject | undefined): Promise<ApiObject> => {
    if (!current && info.subresource !== '') throw notFound(resource, info.name)
    const next = await merged(given, current, writer, pause)
    await pause()
    if (level === 'Strict' && repeated.length > 0) {
      throw badRequest(`error strict decoding YAML: ${repeated.join(', ')}`)
    }
    // An apply with conflicts throws before this line, so its response has no warnings.
    warnings = repeated
    return current ? replacement(next, current, writer) : creation(next, writer)
  }
  const stored = storageResourceOf(resource)
  const request = admissionRequestOf(call)
  const change = {
    operation: 'update',
    resource: stored,
    isDryRun,
    isApply: true,
    request,
  } as const
  const act = async () => {
    const { warnings: advice = [], ...outcome } = await parts.verbs.performWrite(
      { ...info, ...change, propose },
      parts,
    )
    if (!isDryRun) await runAfterWrite(outcome, call)
    const status = outcome.effect === 'create' ? parts.dialect.createdStatus : 200
    return objectReply(call, { status, entry: outcome.entry, warnings: advice })
  }
  return withWarnings(() => warnings, act)
}

/** Returns the field manager, which an apply requires. @throws 422 (APPLY-013) */
function requiredManager({ http, parts }: ResourceCall): string {
  const manager = parts.stages.fieldManager(http, 'PatchOptions', parts.dialect)
  if (http.query.get('fieldManager')) return manager
  const cause = valueRequired('fieldManager', 'is required for apply patch')
  throw invalidObject(
    { group: `meta.${parts.dialect.apiDomain}`, kind: 'PatchOptions', name: '' },
    [cause],
  )
}

const repeatedIn = ({ duplicates }: ParsedBody): string[] =>
  duplicates.map(path => `duplicate field ${previewJson(path)}`)

/**
 * Checks that the document is an object of the type of the path and has no `managedFields`. @throws
 * 400
 */
function parseAppliedObject({ value }: ParsedBody, { resource }: ResourceCall): ApiObject {
  if (!isJsonObject(value)) throw badRequest('error decoding YAML: expected an object')
  const { kind, apiVersion, metadata } = value
  if (kind !== resource.kind || apiVersion !== apiVersionOf(resource)) {
    throw badRequest(`invalid object type: ${typeText(apiVersion, kind)}`)
  }
  if ((objectIn(metadata).managedFields ?? null) !== null) {
    throw badRequest('metadata.managedFields must be nil')
  }
  // Faults inside the fields are found by the schema of the type.
  return { ...value, kind, apiVersion, metadata: (metadata ?? {}) as ApiObject['metadata'] }
}

/** Formats a type as the genuine server does. */
function typeText(apiVersion: unknown, kind: unknown): string {
  const text = typeof apiVersion === 'string' ? truncate(apiVersion) : ''
  const isWhole = text.includes('/') || text === ''
  return `${isWhole ? text || '/' : `/${text}`}, Kind=${typeof kind === 'string' ? truncate(kind) : ''}`
}

/**
 * Merges the applied configuration into the current object and updates the owners.
 * @throws 400, 409, 500
 */
async function merged(
  given: ApiObject,
  current: ApiObject | undefined,
  writer: WriteCall,
  pause: YieldIfDue,
): Promise<ApiObject> {
  const { resource, http, parts } = writer
  const application = { ...fieldWriteOf(writer), isForced: isQueryFlagOn(http.query.get('force')) }
  const live = current && viewWithManagedFields(current, writer)
  const result = await runYielding(parts.managedFieldsRules.apply(live, given, application), pause)
  await pause()
  if (result.is === 'refused') {
    const { message, causes } = conflictMessages(result.conflicts)
    throw applyConflict(message, causes)
  }
  if (result.is === 'untypable') {
    const [first = '', ...others] = result.faults
    const faults = others.length === 0 ? first : `errors:\n  ${result.faults.join('\n  ')}`
    throw failed(`create typed patch object (${subjectText(given)}): ${faults}`, writer)
  }
  refuseEmptied(result.object, writer)
  const document = { value: result.object, duplicates: [] }
  try {
    const given = parts.stages.checkBody(document, { resource, level: 'Ignore' })
    return (await runYielding(given, pause)).object
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const what = `convert new object (${subjectText(given)}) to proper version`
    throw failed(`${what}: ${error.message}`, writer)
  }
}

/**
 * Refuses null values, which remain of a list or map when all its items are removed. Only custom
 * types keep them. @throws 422
 */
function refuseEmptied(next: ApiObject, { resource, info, parts }: WriteCall): void {
  if (!parts.dialect.refusesEmptiedFields || !resource.decodeDocument || !resource.defaults) return
  const causes = nullFieldCauses(next, resource.defaults(next), resource.schema())
  if (causes.length > 0) throw invalidObject({ ...resource, name: info.name }, causes)
}

const failed = (to: string, { parts }: ResourceCall): Refusal =>
  unownableFields(parts.dialect.unownableFieldsStatus, `failed to ${to}`)

function subjectText({ apiVersion, kind, metadata }: ApiObject): string {
  const { name = '', namespace = '' } = objectIn(metadata)
  return `${truncate(String(namespace))}/${truncate(String(name))}; ${typeText(apiVersion, kind)}`
}

/**
 * Returns the replacement of the current object. An apply may set `uid` and `resourceVersion` as
 * preconditions.
 */
function replacement(next: ApiObject, current: ApiObject, writer: WriteCall): ApiObject {
  const { info, resource, parts } = writer
  const body = parts.metadataRules.placeInPath(next, info, resource)
  refuseOtherUid(body, current, writer)
  refuseInvalidVersion(body, writer)
  parts.verbs.update.checkPreconditions(body, current, resource)
  return mergedIntoStored(body, current, writer)
}

/**
 * Returns a new object (APPLY-001). A `uid` in the configuration means that the object existed
 * before, so that is a conflict.
 */
async function creation(
  next: ApiObject,
  { user, info, resource, parts }: WriteCall,
): Promise<ApiObject> {
  const { uid } = next.metadata
  if (uid !== undefined) {
    const because =
      `uid mismatch: the provided object specified uid ${truncate(uid)}, ` +
      'and no existing object was found'
    throw conflict(resource, info.name, because)
  }
  const body = parts.metadataRules.placeInPath(next, info, resource)
  await parts.stages.authorize(user, { ...info, verb: 'create' }, parts)
  const { namespace, name } = info
  const identity = { namespace, name, uid: parts.ids.uid(), now: parts.clock.now() }
  return parts.metadataRules.prepareForCreate(
    objectFromView(resource, body),
    identity,
    storageResourceOf(resource),
  )
}
