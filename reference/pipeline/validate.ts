import {
  valueForbidden,
  valueInvalid,
  valueTooLong,
  type StatusCause,
} from '../api/status-causes.ts'
import { fieldManagerNameCauses } from '../api/field-manager-name.ts'
import {
  annotationCauses,
  finalizerCauses,
  labelCauses,
  metadataNameCauses,
} from '../api/name-rules.ts'
import { type ApiObject, objectsIn } from '../api/object.ts'
import { truncate, quote } from '../api/quote.ts'
import { firstCauses } from '../api/status.ts'
import type { ResumableTask } from '../lib/event-loop.ts'
import type { AdmissionAttributes } from '../api/write.ts'
import { ownerReferenceCauses } from './owner-references.ts'

/**
 * Returns the faults of the object of a create or an update, as many as a refusal shows; empty when
 * it is valid (ERR-006, ERR-010). A delete is never refused because the object breaks rules
 * already.
 */
export function* validate(attempt: AdmissionAttributes): ResumableTask<readonly StatusCause[]> {
  return attempt.operation === 'delete' ? [] : yield* firstCauses(causesOf(attempt))
}

function* causesOf({
  resource,
  object,
  old,
}: AdmissionAttributes): Iterable<StatusCause | undefined> {
  const { metadata } = object
  if (!old) yield* metadataNameCauses(metadata, resource.nameRule)
  yield* labelCauses(metadata.labels ?? {})
  yield* annotationCauses(metadata.annotations ?? {})
  yield* finalizerCauses(metadata.finalizers ?? [])
  yield* ownerReferenceCauses(metadata)
  yield* managerCauses(metadata)
  if (old) yield* ofTransition(object, old)
  for (const cause of resource.rules(object, old)) if (!cause || !isOfOwner(cause)) yield cause
}

/** Whether a cause repeats one of `ownerReferenceCauses`. */
const isOfOwner = ({ reason, field }: StatusCause): boolean =>
  reason === 'FieldValueRequired' && /^metadata\.ownerReferences\[\d+\]\.\w+$/.test(field)

/** Checks the names of managers and subresources in `managedFields`. */
function* managerCauses({ managedFields }: ApiObject['metadata']): Iterable<StatusCause> {
  for (const [index, { manager = '', subresource = '' }] of objectsIn(managedFields).entries()) {
    const field = `metadata.managedFields[${index}]`
    yield* fieldManagerNameCauses(String(manager), `${field}.manager`)
    if (Buffer.byteLength(String(subresource)) > subresourceMax) {
      yield valueTooLong(`${field}.subresource`, subresourceMax)
    }
  }
}

/** In bytes. */
const subresourceMax = 256

/**
 * Checks the deletion metadata of an update: only a delete sets the deletion timestamp, and
 * finalizers cannot be added to a deleted object (DEL-031).
 */
function* ofTransition({ metadata }: ApiObject, old: ApiObject): Iterable<StatusCause> {
  const { deletionTimestamp: deleted, finalizers = [] } = metadata
  const { deletionGracePeriodSeconds: grace } = metadata
  const isBegun = deleted !== undefined && old.metadata.deletionTimestamp === undefined
  if (isBegun) yield valueInvalid('metadata.deletionTimestamp', deleted, 'field is immutable')
  if (grace !== old.metadata.deletionGracePeriodSeconds)
    yield valueInvalid('metadata.deletionGracePeriodSeconds', grace, 'field is immutable')
  if (deleted === undefined || isBegun) return
  const waiting = new Set(old.metadata.finalizers)
  const added = finalizers.filter(entry => !waiting.has(entry))
  if (added.length === 0) return
  const because =
    'no new finalizers can be added if the object is being deleted, ' +
    `found new finalizers []string{${truncate(added.map(quote).join(', '))}}`
  yield valueForbidden('metadata.finalizers', because)
}
