// The responses of patches, deletes and operations that are not an object.

import { failureStatus, type Refusal, type Status, type StatusDetails } from './refusal.ts'
import { qualifiedResourceName, type Resource } from './resource.ts'
import { statusDetailsOf, badRequest, statusSubject } from './status.ts'
import type { StatusCause } from './status-causes.ts'

/** A JSON Patch exceeds a limit of a request; `because` names the limit. */
export const patchTooLarge = (because: string): Refusal =>
  failureStatus({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: ${because}`,
  })

/** PTCH-008: the patch is well-formed, but cannot be applied to this object. */
export const inapplicablePatch = (resource: Resource, name: string, because: string): Refusal =>
  failureStatus({
    code: 422,
    reason: 'Invalid',
    message: `${statusSubject(resource, name)} cannot take the patch: ${because}`,
    // As the genuine server: only the message names the object.
    details: {},
  })

/** The same, worded as a genuine server does for JSON patches (PTCH-008, PTCH-026). */
export const rejectedPatch = (): Refusal =>
  failureStatus({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  })

/**
 * APPLY-010: other managers own fields that an apply would change; the causes name managers and
 * fields.
 */
export const applyConflict = (message: string, causes: readonly StatusCause[]): Refusal =>
  failureStatus({ code: 409, reason: 'Conflict', message, details: { causes } })

/**
 * An apply has fields that no manager can own. Some genuine servers answer 500 as for an internal
 * error.
 */
export const unownableFields = (code: 400 | 500, message: string): Refusal =>
  code === 400 ? badRequest(message) : failureStatus({ code, message })

/** DEL-016: the preconditions of a delete do not match the object. */
export const preconditionFailed = (resource: Resource, name: string, because: string): Refusal =>
  failureStatus({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${qualifiedResourceName(resource.kind, resource.group)} "${name}": ${because}`,
    details: { ...statusDetailsOf(resource, name), kind: resource.kind },
  })

/** DEL-011: the object was removed. */
export const deletedStatus = (resource: Resource, name: string, uid?: string): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  details: { ...statusDetailsOf(resource, name), ...(uid !== undefined && { uid }) },
})

/** The operation succeeded, and there is no object to return. */
export const successStatus = (code: number): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  code,
})

/** The request may succeed later. */
export const tooManyRequests = (message: string, details?: StatusDetails): Refusal =>
  failureStatus({ code: 429, reason: 'TooManyRequests', message, ...(details && { details }) })

/** An internal error whose reason the client may see. */
export const explainedInternalError = (message: string): Refusal =>
  failureStatus({ code: 500, reason: 'InternalError', message })
