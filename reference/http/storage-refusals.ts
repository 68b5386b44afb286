// Converts errors of the storage engine to refusals.

import { failureStatus, type Refusal } from '../api/refusal.ts'
import { CorruptValue, OutOfSpace, SealFailure, ValueTooLarge, Unavailable } from '../api/store.ts'

/**
 * Returns the refusal for an error of the engine that no verb handles; undefined for a bug. A write
 * with the effect `unknown` may have happened, so its response does not suggest a retry.
 */
export function refusalForStorageError(error: unknown): Refusal | undefined {
  if (error instanceof ValueTooLarge)
    return failureStatus({ code: 413, reason: 'RequestEntityTooLarge', message: error.message })
  if (error instanceof CorruptValue)
    return failureStatus({ code: 500, reason: 'StorageReadError', message: error.message })
  if (error instanceof SealFailure)
    return failureStatus({ code: 500, reason: 'InternalError', message: error.message })
  // As a genuine server: no reason and no retry time, since an administrator has to free space.
  if (error instanceof OutOfSpace) return failureStatus({ code: 500, message: error.message })
  if (!(error instanceof Unavailable)) return undefined
  const { message, effect } = error
  return effect === 'unknown'
    ? failureStatus({ code: 504, reason: 'Timeout', message })
    : failureStatus({
        code: 503,
        reason: 'ServiceUnavailable',
        message,
        details: { retryAfterSeconds: 1 },
      })
}
