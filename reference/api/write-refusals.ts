// What patches, deletes and operations answer beside an object.

import { failureStatus, type Refusal, type Status } from './refusal.ts'
import { qualifiedResourceName, type Resource } from './resource.ts'
import { statusDetailsOf, badRequest, statusSubject } from './status.ts'
import type { StatusCause } from './status-causes.ts'

/** A JSON Patch asks for more than one request may. `because` says of what. */
export const patchTooLarge = (because: string): Refusal =>
  failureStatus({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: ${because}`,
  })

/** PTCH-008: the patch has its form, but this object cannot take it. */
export const inapplicablePatch = (resource: Resource, name: string, because: string): Refusal =>
  failureStatus({
    code: 422,
    reason: 'Invalid',
    message: `${statusSubject(resource, name)} cannot take the patch: ${because}`,
    // As the genuine server: what the details are about is in the message.
    details: {},
  })

/** The same as a genuine server says it of JSON patches (PTCH-008, PTCH-026). */
export const rejectedPatch = (): Refusal =>
  failureStatus({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  })

/** APPLY-010: others own what an apply would change; the causes say who and what. */
export const applyConflict = (message: string, causes: readonly StatusCause[]): Refusal =>
  failureStatus({ code: 409, reason: 'Conflict', message, details: { causes } })

/** What is applied has fields that nobody can own; some genuine servers take that for their fault. */
export const unownableFields = (code: 400 | 500, message: string): Refusal =>
  code === 400 ? badRequest(message) : failureStatus({ code, message })

/** DEL-016: a delete said which object it meant, and it is another one. */
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

/** What was asked for has been done, and there is no object to show. */
export const successStatus = (code: number): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  code,
})

/** The request may succeed later. */
export const tooManyRequests = (message: string, retryAfterSeconds?: number): Refusal =>
  failureStatus({
    code: 429,
    reason: 'TooManyRequests',
    message,
    ...(retryAfterSeconds !== undefined && { details: { retryAfterSeconds } }),
  })

/** The server finds itself unable, and says why. */
export const explainedInternalError = (message: string): Refusal =>
  failureStatus({ code: 500, reason: 'InternalError', message })
