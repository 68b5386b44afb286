// The only write path: every writing verb passes a proposal, and all other steps happen here.

import type { ApiObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import type { ChargeEnd } from '../parts/quota-parts.ts'
import { Refusal } from '../api/refusal.ts'
import { type Resource, storeKeyOf } from '../api/resource.ts'
import { conflict, invalidObject, objectTooLarge } from '../api/status.ts'
import type { AdmissionAttributes, WriteOutcome, WriteRequest } from '../api/write.ts'
import { WriteConflict, type Key, type Revision, type StoredEntry } from '../api/store.ts'
import { yieldToEventLoop, yieldAfter, runYielding, type YieldIfDue } from '../lib/event-loop.ts'
import { refuseRemovedType } from './type-removal.ts'

/**
 * Proposes, admits, validates and stores one object, or only previews the result. After a conflict
 * with another write, `propose` is called again with the new current object, since only the
 * proposal can decide whether it still applies.
 * @throws Refusal
 */
export async function performWrite(write: WriteRequest, parts: Parts): Promise<WriteOutcome> {
  const { operation, resource, name } = write
  let found =
    operation === 'create' ? undefined : await parts.store.get(storeKeyOf(resource, write))
  for (let attempt = 0; attempt < parts.limits.writeAttemptsMax; attempt++) {
    try {
      return await attemptOn(found, write, parts)
    } catch (error) {
      // The store and the quotas report a concurrent write with this error.
      if (!(error instanceof WriteConflict)) throw error
      found = error.current
    }
  }
  throw conflict(resource, name)
}

async function attemptOn(
  found: StoredEntry | undefined,
  write: WriteRequest,
  parts: Parts,
): Promise<WriteOutcome> {
  const { resource } = write
  if (found && isLong(found.value, parts)) await yieldToEventLoop()
  const pause = yieldAfter(parts.limits.yieldAfterMs)
  const shown = found && resource.conversion ? await entryInVersion(found, resource, parts) : found
  const current = shown && parts.stages.decodeStored(shown, resource)
  await pause()
  const proposed = await write.propose(current)
  // A create is not based on the object that it finds; that object is a conflict.
  const base = write.operation === 'create' ? undefined : found
  const old = base && current
  const operation = old ? write.operation : 'create'
  await pause()
  const { request, givenName, isDryRun } = write
  const attempt = { operation, resource, object: proposed, old, request, givenName, isDryRun }
  const { object, warnings, endCharge } = await admitAndValidate(attempt, parts, pause)
  let isDone = false
  try {
    await pause()
    const outcome = await storeOrPreview({ object, old, base, pause }, write, parts)
    isDone = true
    const advice = [...(resource.warningsFor?.(object, old) ?? []), ...warnings]
    return advice.length === 0 ? outcome : { ...outcome, warnings: advice }
  } finally {
    endCharge?.(isDone)
  }
}

type Admitted = {
  readonly object: ApiObject
  readonly old: ApiObject | undefined
  readonly base: StoredEntry | undefined
  readonly pause: YieldIfDue
}

async function storeOrPreview(
  { object, old, base, pause }: Admitted,
  write: WriteRequest,
  parts: Parts,
): Promise<WriteOutcome> {
  const { resource } = write
  const stored = resource.conversion ? await inStoredVersion(object, resource, parts) : object
  const step = { ...withinSizeLimit({ object, stored }, write, parts), old, base }
  // The store refuses the write if the object has changed in the meantime.
  const isLarge = isLong(step.value, parts)
  if (isLarge) await pause()
  if (!old) refuseRemovedType(resource, object.metadata.name ?? '', parts)
  const outcome = await (write.isDryRun ? preview(step, write, parts) : store(step, write, parts))
  if (isLarge) await pause()
  return outcome
}

const isLong = (value: Buffer, { limits }: Parts): boolean => value.length >= limits.largeBodyBytes

async function entryInVersion(
  entry: StoredEntry,
  resource: Resource,
  parts: Parts,
): Promise<StoredEntry> {
  const wanted = { resource, results: 'new' } as const
  const [converted = entry] = await parts.conversion.entriesIn([entry], wanted, parts)
  return converted
}

/** Returns an object as it is stored, after its conversion by a webhook. @throws Refusal 500 */
const inStoredVersion = async (
  object: ApiObject,
  { conversion }: Pick<Resource, 'conversion'>,
  parts: Parts,
): Promise<ApiObject> =>
  conversion
    ? parts.conversion.objectIn(object, conversion.storedVersion, conversion, parts)
    : object

type AdmittedObject = {
  readonly object: ApiObject
  readonly warnings: readonly string[]
  readonly endCharge: ChargeEnd | undefined
}

/** Returns the admitted and valid object. @throws refusals of admission, 422 */
async function admitAndValidate(
  attempt: AdmissionAttributes,
  parts: Parts,
  pause: YieldIfDue,
): Promise<AdmittedObject> {
  const warnings: string[] = []
  try {
    return await admitted(attempt, { warnings, pause }, parts)
  } catch (error) {
    throw error instanceof Refusal ? error.withWarnings(warnings) : error
  }
}

type Progress = { readonly warnings: string[]; readonly pause: YieldIfDue }

async function admitted(
  attempt: AdmissionAttributes,
  { warnings, pause }: Progress,
  parts: Parts,
): Promise<AdmittedObject> {
  const builtIn = await parts.stages.admit(attempt, parts)
  await pause()
  const object = attempt.request
    ? await parts.webhooks.mutate({ ...attempt, object: builtIn }, warnings, parts)
    : builtIn
  const found = await runYielding(parts.stages.validate({ ...attempt, object }), pause)
  await pause()
  const { validateAsync } = attempt.resource
  const isJudged = validateAsync && attempt.operation !== 'delete'
  const causes = isJudged ? [...found, ...(await validateAsync(object, attempt.old, found))] : found
  const { name = '' } = object.metadata
  if (causes.length > 0) throw invalidObject({ ...attempt.resource, name }, causes)
  warnings.push(...(await parts.stages.checkAdmission({ ...attempt, object }, parts)))
  if (attempt.request) {
    await parts.policies.validate({ ...attempt, object }, warnings, parts)
    await parts.webhooks.validate({ ...attempt, object }, warnings, parts)
  }
  const endCharge = await parts.quotas.charge({ ...attempt, object }, parts)
  return { object, warnings, endCharge }
}

type EncodedWrite = EncodedObject & { old: ApiObject | undefined; base: StoredEntry | undefined }

/** An object and its stored bytes. */
type EncodedObject = { readonly object: ApiObject; readonly value: Buffer }

async function store(
  { object, value, old, base }: EncodedWrite,
  write: WriteRequest,
  parts: Parts,
): Promise<WriteOutcome> {
  const { resource } = write
  if (!base || !old) {
    const key = keyOfNew(object, write)
    const entry = await parts.store.commit({ key, guard: { absent: true }, value })
    return { effect: 'create', entry, object }
  }
  const guard = { basedOn: base.revision }
  if (parts.metadataRules.mayBeRemoved(object, resource)) {
    const { key, revision } = await parts.store.commit({ key: base.key, guard, remove: true })
    return { effect: 'remove', entry: { key, revision, value }, object }
  }
  const found = changed({ object, value, old, base }, write, parts)
  const next = found instanceof Promise ? await found : found
  if (!next) return { effect: 'nothing', entry: base, object: old }
  const entry = await parts.store.commit({ key: base.key, guard, value: next.value })
  return { effect: 'update', entry, object: next.object }
}

/**
 * Returns the object to store, or undefined if the write changes nothing. An unchanged object is
 * stored again if its encoding has changed, for example to another storage version or another key:
 * clients migrate stored objects in this way.
 */
function changed(
  { object, value, old, base }: EncodedObject & { old: ApiObject; base: StoredEntry },
  { resource }: WriteRequest,
  parts: Parts,
): EncodedObject | undefined | Promise<EncodedObject | undefined> {
  if (parts.metadataRules.hasChanged(old, object)) return { object, value }
  if (!resource.storageVersion && !base.isStale) return undefined
  const encoded = (stored: ApiObject) =>
    !base.isStale && parts.stages.isSameAsStored(stored, base.value, resource)
      ? undefined
      : { object: old, value: parts.stages.encodeStored(stored, resource) }
  return resource.conversion ? inStoredVersion(old, resource, parts).then(encoded) : encoded(old)
}

type SizedWrite = Pick<WriteRequest, 'operation' | 'isApply' | 'resource'>

/**
 * Returns the object if it fits into the size limit. `managedFields` is dropped if that makes it
 * fit, except for an apply, whose purpose is ownership. A delete is never refused for the size of
 * the fields that it adds. @throws 413
 */
function withinSizeLimit(
  { object, stored }: Sized,
  write: SizedWrite,
  parts: Parts,
): EncodedObject {
  const { objectBytesMax } = parts.limits
  const value = parts.stages.encodeStored(stored, write.resource)
  if (write.operation === 'delete' || value.length <= objectBytesMax) return { object, value }
  if (!object.metadata.managedFields || write.isApply)
    throw objectTooLarge(value.length, objectBytesMax)
  const less = withoutManagedFields(object)
  const own = stored === object ? less : withoutManagedFields(stored)
  return withinSizeLimit({ object: less, stored: own }, write, parts)
}

/** An object in the version of the request, and in that in which it is stored. */
type Sized = { readonly object: ApiObject; readonly stored: ApiObject }

function withoutManagedFields(object: ApiObject): ApiObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata
  return { ...object, metadata }
}

/**
 * Returns the outcome that `store` would have (DRY-009, DRY-011).
 * @throws WriteConflict when the name is taken (DRY-014)
 */
async function preview(
  step: EncodedWrite,
  write: WriteRequest,
  parts: Parts,
): Promise<WriteOutcome> {
  const { object, value, old, base } = step
  if (!base || !old) {
    const key = keyOfNew(object, write)
    const existing = await parts.store.get(key)
    if (existing) throw new WriteConflict(existing)
    return { effect: 'create', entry: { key, revision: noRevision, value }, object }
  }
  if (parts.metadataRules.mayBeRemoved(object, write.resource)) {
    return { effect: 'remove', entry: { ...base, value }, object }
  }
  const found = changed({ object, value, old, base }, write, parts)
  const next = found instanceof Promise ? await found : found
  if (!next) return { effect: 'nothing', entry: base, object: old }
  return { effect: 'update', entry: { ...base, value: next.value }, object: next.object }
}

/** The revision of an object that was never stored. */
const noRevision = '' as Revision

const keyOfNew = ({ metadata }: ApiObject, { namespace, resource }: WriteRequest): Key =>
  storeKeyOf(resource, { namespace, name: metadata.name ?? '' })
