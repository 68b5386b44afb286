// The constructors of all refusals of the server. `http/request-listeners.ts` turns a refusal into
// a reply.

import { failureStatus, Refusal, type StatusDetails } from './refusal.ts'
import type { Resource } from './resource.ts'
import { qualifiedResourceName } from './resource.ts'
import type { ResumableTask } from '../lib/event-loop.ts'
import type { StatusCause } from './status-causes.ts'

/** The details of a refusal about one object: the plural, and the group unless it is core. */
export const statusDetailsOf = ({ group, resource }: Resource, name: string): StatusDetails => ({
  ...(name && { name }),
  ...(group && { group }),
  kind: resource,
})

export const statusSubject = ({ group, resource }: Resource, name: string): string =>
  `${qualifiedResourceName(resource, group)} "${name}"`

/** A body or a parameter that cannot be understood (ERR-005). */
export const badRequest = (message: string): Refusal =>
  failureStatus({ code: 400, reason: 'BadRequest', message })

/** An invalid resource version: some genuine servers answer 500 without a reason. */
export const invalidVersion = (code: 400 | 500, message: string): Refusal =>
  code === 400 ? badRequest(message) : failureStatus({ code, message })

/** ERR-014: authentication failed. */
export const unauthorized = (): Refusal =>
  failureStatus({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' })

/** ERR-015: a user may not reach a path that belongs to no resource. */
export const forbiddenPath = (
  { user, verb, path }: { user: string; verb: string; path: string },
  because?: string,
): Refusal =>
  failureStatus({
    code: 403,
    reason: 'Forbidden',
    message: `forbidden: User "${user}" cannot ${verb} path "${path}"${because === undefined ? '' : `: ${because}`}`,
    details: {},
  })

/** Whether a user may make a request could not be determined, and the request is refused. */
export const authorizationFailed = (fault: string): Refusal =>
  failureStatus({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${fault}`,
    details: { causes: [{ message: fault }] },
  })

/**
 * A server without users has no authorization. This refusal keeps web pages of other origins from
 * using it through a browser.
 */
export const crossOriginForbidden = (fault: string): Refusal =>
  failureStatus({
    code: 403,
    reason: 'Forbidden',
    message: `forbidden: a server without users takes no requests from web pages: ${fault}`,
    details: {},
  })

type Denied = {
  group: string
  resource: string
  name: string
  because: string
  cause?: StatusCause
}

/** ERR-015: a user's rights or an admission rule forbid a request on a resource. */
export const forbidden = ({ group, resource, name, because, cause }: Denied): Refusal =>
  failureStatus({
    code: 403,
    reason: 'Forbidden',
    message: `${qualifiedResourceName(resource, group)}${name && ` "${name}"`} is forbidden: ${because}`,
    details: {
      ...(name && { name }),
      ...(group && { group }),
      kind: resource,
      ...(cause && { causes: [cause] }),
    },
  })

/** ERR-016: the object does not exist. */
export const notFound = (resource: Resource, name: string): Refusal =>
  failureStatus({
    code: 404,
    reason: 'NotFound',
    message: `${statusSubject(resource, name)} not found`,
    details: statusDetailsOf(resource, name),
  })

/**
 * ERR-016: the group and version are served, but the type (or its scope, or a subresource) is not.
 */
export const unknownResource = (): Refusal =>
  failureStatus({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    details: {},
  })

/** ERR-016: no handler owns the path. */
export const unknownPath = (): Refusal => new Refusal(404, '404 page not found\n')

/** PATH-038: the path does not support the method. */
export const methodNotAllowed = (): Refusal =>
  failureStatus({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  })

/** ERR-007: no media type that the client accepts can be served. */
export const notAcceptable = (served: readonly string[]): Refusal =>
  failureStatus({
    code: 406,
    reason: 'NotAcceptable',
    message: `only the following media types are accepted: ${served.join(', ')}`,
  })

/** The same for a media type in which no object can be encoded, as a genuine server words it. */
export const noRepresentation = (served: readonly string[]): Refusal =>
  failureStatus({
    code: 406,
    reason: 'NotAcceptable',
    message: `406: Not Acceptable\n\nAvailable representations: ${served.join(', ')}`,
    details: {},
  })

export const unsupportedMediaType = (accepted: readonly string[]): Refusal =>
  failureStatus({
    code: 415,
    reason: 'UnsupportedMediaType',
    message:
      'the body of the request was in an unknown format - ' +
      `accepted media types include: ${accepted.join(', ')}`,
  })

export const bodyTooLarge = (bytesMax: number): Refusal =>
  failureStatus({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: limit is ${bytesMax}`,
  })

/** The object to store exceeds the size limit, though the request did not. */
export const objectTooLarge = (bytes: number, bytesMax: number): Refusal =>
  failureStatus({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: the object takes ${bytes} bytes, limit is ${bytesMax}`,
  })

/** OBJ-007. A finalizing object still occupies its name (DEL-009). */
export const alreadyExists = (
  resource: Resource,
  name: string,
  state: 'live' | 'finalizing',
): Refusal =>
  failureStatus({
    code: 409,
    reason: 'AlreadyExists',
    message:
      (state === 'finalizing' ? 'object is being deleted: ' : '') +
      `${statusSubject(resource, name)} already exists`,
    details: statusDetailsOf(resource, name),
  })

/** OBJ-013: no generated name was free. */
export const noGeneratedNameFree = (resource: Resource, name: string): Refusal =>
  failureStatus({
    code: 409,
    reason: 'AlreadyExists',
    message:
      `${statusSubject(resource, name)} already exists, ` +
      'the server was not able to generate a unique name for the object',
    details: { ...statusDetailsOf(resource, name), retryAfterSeconds: 1 },
  })

/** ERR-008. `because` names the mismatch; a stale version unless given. */
export const conflict = (resource: Resource, name: string, because = staleVersion): Refusal =>
  failureStatus({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${statusSubject(resource, name)}: ${because}`,
    details: statusDetailsOf(resource, name),
  })

const staleVersion =
  'the object has been modified; ' + 'please apply your changes to the latest version and try again'

type InvalidSubject = { group: string; kind: string; name: string }

// A body of some megabytes can break a rule a million times. Only the first causes are useful.
const causesMax = 50

/**
 * Collects as many causes as a refusal can show, and one more if there are more. An `undefined`
 * among them is a place to pause.
 */
export function* firstCauses(
  all: Iterable<StatusCause | undefined>,
): ResumableTask<readonly StatusCause[]> {
  const first: StatusCause[] = []
  for (const cause of all) {
    if (cause) first.push(cause)
    else yield
    if (first.length > causesMax) break
  }
  return first
}

/**
 * ERR-006, ERR-010: a value breaks a rule of its type. Needs at least one cause. Shows the first
 * causes, and says so when there are more.
 */
export function invalidObject(what: InvalidSubject, all: readonly StatusCause[]): Refusal {
  const causes = all.slice(0, causesMax)
  const errors = [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))]
  if (all.length > causesMax) errors.push(`and more than these ${causesMax}`)
  const list = errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`
  return failureStatus({
    code: 422,
    reason: 'Invalid',
    message: `${qualifiedResourceName(what.kind, what.group)} "${what.name}" is invalid: ${list}`,
    details: {
      ...(what.name && { name: what.name }),
      ...(what.group && { group: what.group }),
      ...(what.kind && { kind: what.kind }),
      causes,
    },
  })
}

/** PAGE-007, LIST-035. `token` continues the list at the newest version (PAGE-009). */
export const expired = (message: string, token?: string): Refusal =>
  failureStatus({
    code: 410,
    reason: 'Expired',
    message,
    ...(token !== undefined && { continue: token }),
  })

/** WATCH-024: the changes after a version are no longer kept. */
export const versionTooOld = (requested: string, oldest: string): Refusal =>
  expired(`too old resource version: ${requested} (${oldest})`)

/** GET-004: the requested version is newer than the newest version of the server. */
export const versionTooLarge = (requested: string, current: string): Refusal =>
  failureStatus({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${requested}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  })

/** A bug of the server. The details are written to its standard error only. */
export const internalError = (): Refusal =>
  failureStatus({
    code: 500,
    reason: 'InternalError',
    message: 'Internal error occurred',
    details: { causes: [{ message: 'see the log of the server' }] },
  })

/** The client has left. */
export const requestEnded = (): Refusal =>
  failureStatus({
    code: 504,
    reason: 'Timeout',
    message: 'Timeout: request did not complete within requested timeout',
    details: {},
  })
