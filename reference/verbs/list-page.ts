import { setImmediate } from 'node:timers/promises'

import type { ListPage, ChunkQuery, ReadPosition } from '../api/list.ts'
import type { Parts } from '../parts/parts.ts'
import { storageResourceOf } from '../api/resource.ts'
import type { StoredEntry } from '../api/store.ts'
import { yieldAfter } from '../lib/event-loop.ts'

/**
 * Reads one snapshot until the page is full or the collection ends (PAGE-001 to 005, LIST-040).
 * Yields to the event loop between parts. A part has a maximum number of keys and, with a selector,
 * a time limit: the time per object depends on its size and on the selector.
 * @throws Compacted, FutureRevision
 */
export async function readPage(
  from: ReadPosition,
  view: ChunkQuery,
  parts: Parts,
): Promise<ListPage> {
  const { prefix, limit, selector } = view
  const stored = storageResourceOf(view.resource)
  const isSelected = (entry: StoredEntry) =>
    selector === undefined || selector(parts.stages.decodeStored(entry, stored))
  const entries: StoredEntry[] = []
  const { of, ...beginning } = from
  const source = of === 'cache' ? parts.watchCache : parts.store
  let position = beginning
  const pause = yieldAfter(parts.limits.yieldAfterMs)
  for (;;) {
    const room = selector ? parts.limits.scanKeys : limit - entries.length
    const keys = Math.min(room, parts.limits.scanKeys)
    const part = await source.range({ prefix, limit: keys, ...position })
    const read = stored.conversion
      ? await parts.conversion.entriesIn(
          part.entries,
          { resource: stored, results: 'recent', signal: view.signal },
          parts,
        )
      : part.entries
    let unread = part.remaining + read.length
    for (const entry of read) {
      position = { revision: part.revision, after: entry.key }
      unread -= 1
      if (isSelected(entry)) entries.push(entry)
      if (entries.length >= limit) break
      if (selector) await pause()
    }
    const { revision } = part
    if (unread === 0) return { revision, entries }
    if (entries.length >= limit && position.after !== undefined) {
      const remaining = selector ? {} : { remaining: unread }
      return { revision, entries, last: position.after, ...remaining }
    }
    await setImmediate()
  }
}
