// L10: a list plus the changes that a watch shows from the list's version equals a later list.

import type { Exchange, History, Item } from '../../history/history.ts'
import { exchangeAt, itemKey, ownItems } from '../../history/history.ts'
import { isWrittenByCaseAlone } from '../../history/object-timelines.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { isRemovalEvent } from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { requireLists } from '../preconditions.ts'
import { requireNoForeignItems, requireCaughtUp, interpretWatch } from './interpreted-watch.ts'

/**
 * A list, a watch from its version, the step that waited for the watch, and a list after all
 * writes.
 */
export type InformerSteps = { start: string; watch: string; wait: string; end: string }

/** The list at the start plus the changes of the watch equals the list at the end. */
export const listPlusWatchIsLaterList = ({ start, watch, wait, end }: InformerSteps) =>
  function* (history: History): Generator<Observation> {
    const [first, last] = [exchangeAt(history, start), exchangeAt(history, end)]
    yield* requireLists(history, first, last)
    yield* requireNoForeignItems(history)
    const { events, timelines } = yield* interpretWatch(history, watch)
    yield* requireCaughtUp(history, wait)
    const held = heldAfter(versionsIn(history, first), events)
    const shown = versionsIn(history, last)
    for (const key of new Set([...held.keys(), ...shown.keys()])) {
      const isSame = held.get(key) === shown.get(key)
      // A change by another writer after the wait appears only in the list.
      const changes = timelines.byKey.get(key) ?? []
      yield* precondition(
        isSame || isWrittenByCaseAlone(history, changes, [end]),
        `another writer changed ${key}`,
      )
      yield verify(isSame, {
        says: 'A list and the events from its version on add up to a later list.',
        expected: `${key} at ${String(shown.get(key) ?? 'no version: it is gone')}`,
        got: `${key} at ${String(held.get(key) ?? 'no version: it is not held')}`,
        at: watch,
      })
    }
  }

/** Returns the objects that a client holds after a list and the events. */
function heldAfter(listed: Map<string, unknown>, events: WatchEvent[]): Map<string, unknown> {
  const held = new Map(listed)
  for (const one of events) {
    if (isRemovalEvent(one)) held.delete(one.key)
    else held.set(one.key, one.version)
  }
  return held
}

const versionsIn = (history: History, list: Exchange): Map<string, unknown> =>
  new Map(ownItems(history, list).map((item: Item) => [itemKey(item), versionOf(item)]))

const versionOf = (item: Item): unknown => item.metadata['resourceVersion']
