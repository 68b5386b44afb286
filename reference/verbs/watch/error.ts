import { Refusal } from '../../api/refusal.ts'
import { expired } from '../../api/status.ts'
import type { WatchEvent } from '../../api/watch.ts'
import { Compacted } from '../../api/store.ts'

/** What a watch that fails ends with; undefined for what is no answer to its client. */
export function errorEvent(error: unknown): WatchEvent | undefined {
  // A client that reads slowly may fall behind what is kept (WATCH-024).
  const refusal = error instanceof Compacted ? expired(behind) : error
  if (!(refusal instanceof Refusal) || typeof refusal.body === 'string') return undefined
  return { type: 'ERROR', status: refusal.body }
}

const behind = 'The resourceVersion for the provided watch is too old.'
