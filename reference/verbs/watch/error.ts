import { Refusal } from '../../api/refusal.ts'
import { expired } from '../../api/status.ts'
import type { WatchEvent } from '../../api/watch.ts'
import { Compacted } from '../../api/store.ts'

/** Returns the ERROR event for a failed watch, or undefined if the error is internal. */
export function errorEvent(error: unknown): WatchEvent | undefined {
  // A slow client may fall behind the kept history (WATCH-024).
  const refusal = error instanceof Compacted ? expired(behind) : error
  if (!(refusal instanceof Refusal) || typeof refusal.body === 'string') return undefined
  return { type: 'ERROR', status: refusal.body }
}

const behind = 'The resourceVersion for the provided watch is too old.'
