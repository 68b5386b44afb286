// What a client is told when the storage engine cannot do its work.

import { failureStatus, type Refusal } from '../api/refusal.ts'
import { CorruptValue, OutOfSpace, ValueTooLarge, Unavailable } from '../api/store.ts'

/**
 * The answer to a refusal of the engine that no verb has an answer for; undefined for a bug. Nobody
 * knows whether a write with an `unknown` effect happened, so only the others ask to come again.
 */
export function refusalForStorageError(error: unknown): Refusal | undefined {
  if (error instanceof ValueTooLarge)
    return failureStatus({ code: 413, reason: 'RequestEntityTooLarge', message: error.message })
  if (error instanceof CorruptValue)
    return failureStatus({ code: 500, reason: 'StorageReadError', message: error.message })
  // As a genuine server does it: without a reason, and without a time after which to come again,
  // since it takes an administrator to make room.
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
