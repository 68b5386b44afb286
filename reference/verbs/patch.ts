import { valueForbidden } from '../api/status-causes.ts'
import type { Reply } from '../api/request.ts'
import { type ApiObject, isJsonObject } from '../api/object.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { viewForUpdate, storageResourceOf } from '../api/resource.ts'
import { Refusal } from '../api/refusal.ts'
import { previewJson } from '../api/quote.ts'
import { badRequest, invalidObject, notFound } from '../api/status.ts'
import { withWarnings } from '../api/with-warnings.ts'
import { yieldAfter, runYielding, type YieldIfDue, UnfinishedTask } from '../lib/event-loop.ts'
import { inapplicablePatch, patchTooLarge, rejectedPatch } from '../api/write-refusals.ts'
import type { DecodedObject, ParsedBody, FieldValidationLevel } from '../api/write.ts'
import {
  MalformedOperation,
  MalformedPatch,
  PatchTooLarge,
  UnapplicablePatch,
} from '../patches/patch-errors.ts'
import { admissionRequestOf } from './admission-request.ts'
import { objectReply } from './replies.ts'
import type { WriteCall } from './write-managed-fields.ts'
import { runAfterWrite } from './after-write.ts'
import { refuseOtherUid, refuseInvalidVersion, replacement } from './update.ts'

/** PATCH on one object, in the format of its media type (PATH-014, PATH-023, PTCH-001). */
export async function patchObject(call: ResourceCall): Promise<Reply> {
  const { http, info, resource, negotiation, parts } = call
  if (Object.hasOwn(parts.applyMediaTypes, negotiation.body)) return parts.verbs.apply.handle(call)
  refuseForce(call)
  const isDryRun = parts.stages.isDryRun(http.query, 'PatchOptions', parts.dialect)
  const level = parts.stages.validationLevel(http.query, 'PatchOptions', parts.dialect)
  const manager = parts.stages.fieldManager(http, 'PatchOptions', parts.dialect)
  const bytes = await http.body()
  const pause = yieldAfter(parts.limits.yieldAfterMs)
  const given = parts.stages.parseBody(bytes, { mediaType: 'application/json' }, parts)
  let warnings: readonly string[] = []
  // Runs again with the newer object after a conflict with another write (PTCH-021).
  const propose = async (current: ApiObject | undefined): Promise<ApiObject> => {
    if (!current) throw notFound(resource, info.name)
    const next = await patched(current, { ...given, level }, { ...call, pause })
    warnings = next.warnings
    await pause()
    return inPlace(next.object, current, { ...call, manager })
  }
  const stored = storageResourceOf(resource)
  const request = admissionRequestOf(call)
  const change = { operation: 'update', resource: stored, isDryRun, request } as const
  const act = async () => {
    const { warnings: advice = [], ...outcome } = await parts.verbs.performWrite(
      { ...info, ...change, propose },
      parts,
    )
    if (!isDryRun) await runAfterWrite(outcome, call)
    return objectReply(call, { status: 200, entry: outcome.entry, warnings: advice })
  }
  return withWarnings(() => warnings, act)
}

function inPlace(next: ApiObject, current: ApiObject, writer: WriteCall): Promise<ApiObject> {
  const { info, resource, parts } = writer
  const body = parts.metadataRules.placeInPath(next, info, resource)
  refuseOtherUid(body, current, writer)
  refuseInvalidVersion(body, writer)
  return replacement(body, current, writer)
}

/**
 * Refuses `force`, which only an apply may have, since only an apply can conflict with other
 * managers. @throws 422
 */
function refuseForce({ http, parts }: ResourceCall): void {
  if (!http.query.has('force')) return
  const cause = valueForbidden('force', 'may not be specified for non-apply patch')
  throw invalidObject(
    { group: `meta.${parts.dialect.apiDomain}`, kind: 'PatchOptions', name: '' },
    [cause],
  )
}

type Patch = ParsedBody & { readonly level: FieldValidationLevel }

/** Applies a patch to an object and decodes the result. @throws 400, 413, 422 */
async function patched(
  current: ApiObject,
  patch: Patch,
  call: ResourceCall & { readonly pause: YieldIfDue },
): Promise<DecodedObject> {
  const { negotiation, info, resource, parts, pause } = call
  const apply = parts.patchTypes[negotiation.body]
  if (!apply) throw new Error(`no patch for ${negotiation.body}, though it was negotiated`)
  try {
    const by = { schema: resource.schema(), limits: parts.limits, dialect: parts.dialect }
    const begun = apply(viewForUpdate(resource, current), patch.value, by)
    const next = begun instanceof UnfinishedTask ? await runYielding(begun.rest, pause) : begun
    await pause()
    return await checkedResult(
      { ...patch, value: next, unknownPatchMembers: straysIn(patch.value) },
      call,
    )
  } catch (error) {
    if (isTerse(error, call)) throw rejectedPatch()
    if (error instanceof MalformedPatch) throw badRequest(error.message)
    if (error instanceof PatchTooLarge) throw patchTooLarge(error.message)
    if (error instanceof UnapplicablePatch)
      throw inapplicablePatch(resource, info.name, error.message)
    throw error
  }
}

/** Whether a genuine server answers an error with a generic message. */
const isTerse = (error: unknown, { negotiation, parts }: ResourceCall): boolean =>
  parts.dialect.wording === 'genuine' &&
  negotiation.body === 'application/json-patch+json' &&
  (error instanceof MalformedOperation || error instanceof UnapplicablePatch)

const members = ['op', 'path', 'from', 'value']

/** Lists unknown members in the operations of a JSON Patch (VALID-025). */
function straysIn(patch: unknown): string[] {
  if (!Array.isArray(patch)) return []
  return patch.flatMap((operation, index) =>
    Object.keys(isJsonObject(operation) ? operation : {})
      .filter(member => !members.includes(member))
      .map(member => `json patch unknown field ${previewJson(`[${index}].${member}`)}`),
  )
}

/**
 * Checks that the result of a patch is a valid document of its type (PTCH-027). Duplicate members
 * of the patch count as members of the document (VALID-025).
 */
async function checkedResult(
  { level, ...document }: Patch,
  { resource, parts, pause }: ResourceCall & { readonly pause: YieldIfDue },
): Promise<DecodedObject> {
  try {
    return await runYielding(parts.stages.checkBody(document, { resource, level }), pause)
  } catch (error) {
    if (!(error instanceof Refusal) || parts.dialect.invalidPatchResultStatus === 400) throw error
    const message = `Invalid value: ${error.message}`
    const cause = { reason: 'FieldValueInvalid', message, field: 'patch' } as const
    throw invalidObject({ group: '', kind: '', name: '' }, [cause])
  }
}
