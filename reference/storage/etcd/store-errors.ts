// Converts errors of etcd to the errors of a store.

import { type ServiceError, status } from '@grpc/grpc-js'
import { OutOfSpace, ValueTooLarge, Unavailable } from '../../api/store.ts'

/** The revision of a request is compacted, or does not exist yet. */
export class RevisionOutOfRange extends Error {
  override name = 'RevisionOutOfRange'
  readonly side: 'compacted' | 'future'

  constructor(side: 'compacted' | 'future', options: { cause: unknown }) {
    super(`the revision is ${side}`, options)
    this.side = side
  }
}

// Errors of grpc-js are the only ones with a numeric code and details.
const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && 'code' in error && 'details' in error

/** Whether a member went away or has no leader. A retry may reach another one. */
export const isUnavailable = (error: unknown) =>
  isServiceError(error) && error.code === status.UNAVAILABLE

/** A member did not answer by the deadline. */
export const isDeadlineExceeded = (error: unknown) =>
  isServiceError(error) && error.code === status.DEADLINE_EXCEEDED

// With these codes etcd reports that it did not propose the request to its members.
const refusedCodes: number[] = [
  status.INVALID_ARGUMENT,
  status.RESOURCE_EXHAUSTED,
  status.FAILED_PRECONDITION,
  status.PERMISSION_DENIED,
  status.UNAUTHENTICATED,
  status.UNIMPLEMENTED,
]

/** Converts an error of a request; `effect` applies if the response was lost. */
export function storeErrorOf(error: unknown, effect: 'none' | 'unknown'): unknown {
  if (!isServiceError(error)) return error
  if (error.code === status.OUT_OF_RANGE && /compacted|future/.test(error.details)) {
    const side = error.details.includes('compacted') ? 'compacted' : 'future'
    return new RevisionOutOfRange(side, { cause: error })
  }
  if (/too large|larger than max/.test(error.details)) {
    return new ValueTooLarge(`etcd: ${error.details}`, { cause: error })
  }
  if (/space exceeded/.test(error.details)) {
    return new OutOfSpace(`etcd: ${error.details}`, { cause: error })
  }
  return new Unavailable(`etcd: ${error.details}`, {
    effect: refusedCodes.includes(error.code) ? 'none' : effect,
    cause: error,
  })
}

/** Lists the error of each server when none could be reached. */
export function unreachableServers(
  servers: readonly string[],
  statuses: PromiseSettledResult<unknown>[],
) {
  const reasons = statuses.map((one, index) => {
    const reason: unknown = one.status === 'rejected' ? one.reason : undefined
    return `${servers[index]}: ${isServiceError(reason) ? reason.details : String(reason)}`
  })
  return new Unavailable(`no etcd answers; ${reasons.join('; ')}`, { effect: 'none' })
}
