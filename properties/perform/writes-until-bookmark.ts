// Repeats a write while a stream has delivered no bookmark, so that writes are in flight when the
// bookmark comes.

import { setTimeout as pause } from 'node:timers/promises'
import { valueAt } from '../dsl/term.ts'
import type { ExecutionContext } from './execution-context.ts'

// A server that delivers events in batches rarely has none that wait at this interval. A stream of
// a server that sends no bookmarks may last for minutes.
export const repeatLimits = { everyMs: 15, ms: 12_000 }

/** Repeats a write until a stream has shown a bookmark or has ended, or the time is over. */
export async function repeatUntilBookmark(
  write: () => Promise<void>,
  label: string,
  { streams, signal }: Pick<ExecutionContext, 'streams' | 'signal'>,
): Promise<void> {
  const deadline = performance.now() + repeatLimits.ms
  while (!signal.aborted && performance.now() < deadline) {
    const record = streams.get(label)?.record
    const isShown = record?.frames.some(({ document }) => valueAt(document, '/type') === 'BOOKMARK')
    if (isShown !== false || record?.end !== undefined) return
    await write()
    await pause(repeatLimits.everyMs)
  }
}
