import { setImmediate } from 'node:timers/promises'

import type { ListPage, ListView, Position } from '../api/list.ts'
import type { Parts } from '../api/parts.ts'
import { storedAs } from '../api/resource.ts'
import type { Stored } from '../storage/storage.ts'
import { pace } from '../lib/turns.ts'

/**
 * Reads one snapshot until the page is full or the collection ends (PAGE-001 to 005, LIST-040).
 * Others may run between its parts, which are bounded in keys and, under a selector, in time: what
 * one object takes depends on its size as well as on the selector.
 * @throws Compacted, Future
 */
export async function page(from: Position, view: ListView, at: Parts): Promise<ListPage> {
  const { prefix, limit, selector } = view
  const stored = storedAs(view.resource)
  const isSelected = (entry: Stored) =>
    selector === undefined || selector(at.stages.recall(entry, stored))
  const entries: Stored[] = []
  const { of, ...beginning } = from
  const source = of === 'cache' ? at.cache : at.store
  let position = beginning
  const pause = pace(at.limits.turnMs)
  for (;;) {
    const room = selector ? at.limits.scanKeys : limit - entries.length
    const keys = Math.min(room, at.limits.scanKeys)
    const part = await source.range({ prefix, limit: keys, ...position })
    let unread = part.remaining + part.entries.length
    for (const entry of part.entries) {
      position = { at: part.revision, after: entry.key }
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
