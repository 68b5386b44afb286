// W17: the initial state of a watch plus its changes equals a list. Both are compared when the
// watch has delivered an event that is later than the list.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  exchangeAt,
  hasStep,
  isOwnItem,
  itemsOf,
  itemKey,
  ownItems,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Judge, Observation } from '../../history/observation.ts'
import {
  watchEventsOf,
  isChangeEvent,
  isRemovalEvent,
  watchesOf,
} from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { requireLists } from '../preconditions.ts'
import { isStateWatch, isInWatchScope } from './watch-stream.ts'
import type { WatchExchange } from './watch-stream.ts'

/** The versions of the objects that a client holds, by `namespace/name`. */
type Held = Map<string, unknown>

/** A watch and its continuations. */
type Parts = [WatchExchange, ...WatchExchange[]]

/**
 * Judges every watch (`NAME`, continued as `NAME rest`) that has delivered the `marker`. The list
 * `before` was answered before the marker was written, so an object that is missing there was
 * already deleted. The list `after` was requested later, so an object at one version in both lists
 * has not changed. A watch without the marker is late or has ended, and is no evidence.
 */
export function* watchMatchesList(history: History): Generator<Observation> {
  const [before, after] = [exchangeAt(history, 'before'), exchangeAt(history, 'after')]
  yield* requireLists(history, before, after)
  yield* precondition(
    resourceVersionOf(exchangeAt(history, 'marker')) !== undefined,
    'the marker was not written',
  )
  let judged = 0
  for (const parts of watchesWithRest(history)) {
    const [first] = parts
    const held = heldAtMarker(history, parts)
    if (!held) continue
    judged++
    const shown = {
      before: shownTo(history, before, first),
      after: shownTo(history, after, first),
    }
    yield* differences(first, held, shown)
  }
  yield* precondition(judged > 0, 'no watch has delivered the marker')
}

function* differences(
  watch: Exchange,
  held: Held,
  { before, after }: { before: Held; after: Held },
): Generator<Observation> {
  const gone = [...held.keys()].filter(key => !before.has(key) && !after.has(key))
  const lost = [...before].filter(
    ([key, shown]) => after.get(key) === shown && held.get(key) !== shown,
  )
  // Both faults share one sentence, because a race shows either of them.
  yield verify(gone.length === 0 && lost.length === 0, {
    says: 'A watch that has delivered an event later than a list has delivered the state of that list.',
    expected: [
      ...gone.map(key => `the removal of ${key}`),
      ...lost.map(([key, shown]) => `${key} at ${String(shown)}`),
    ],
    got: [
      ...gone.map(key => `${watch.step} holds ${key} at ${String(held.get(key))}`),
      ...lost.map(([key]) => `${key} at ${String(held.get(key) ?? 'no version: it is not held')}`),
    ],
    at: watch,
  })
}

/** Returns the watches of a history, each with its continuation. */
function watchesWithRest(history: History): Parts[] {
  const watches = watchesOf(history)
  return watches
    .filter(({ step }) => !step.endsWith(' rest'))
    .map((watch): Parts => [watch, ...watches.filter(({ step }) => step === `${watch.step} rest`)])
    .filter(([watch, rest]) => rest !== undefined || !hasStep(history, `${watch.step} rest`))
}

/** Returns the objects held when the marker arrives; undefined if it did not arrive. */
function heldAtMarker(history: History, parts: Parts): Held | undefined {
  const [first] = parts
  const held = heldAtStart(history, first)
  if (!held) return undefined
  const events = parts.flatMap((part, index) => upTo(watchEventsOf(part.stream), parts[index + 1]))
  const end = events.findIndex(
    one => isChangeEvent(one) && one.version === resourceVersionOf(exchangeAt(history, 'marker')),
  )
  if (end < 0) return undefined
  for (const one of events.slice(0, end + 1)) {
    if (!isChangeEvent(one) || !isOwnItem(history, one.object)) continue
    if (isRemovalEvent(one)) held.delete(one.key)
    else held.set(one.key, one.version)
  }
  return held
}

/**
 * Returns the objects held at the start: none, or those of the list from whose version the watch
 * starts.
 */
function heldAtStart(history: History, watch: WatchExchange): Held | undefined {
  if (isStateWatch(watch)) return new Map()
  const asked = watch.request.query['resourceVersion']
  const list = history.exchanges.find(
    one =>
      itemsOf(one) !== undefined &&
      resourceVersionOf(one) === asked &&
      one.about?.role === watch.about?.role &&
      one.about?.namespace === watch.about?.namespace,
  )
  return list && shownTo(history, list, watch)
}

/**
 * Returns the events up to the version from which the next part resumes. That part repeats the
 * later ones.
 */
const upTo = (events: WatchEvent[], next: WatchExchange | undefined): WatchEvent[] => {
  if (!next) return events
  const asked = next.request.query['resourceVersion']
  return events.slice(0, events.findLastIndex(one => one.version === asked) + 1)
}

/** Returns the objects of a list that a watch selects. */
const shownTo = (history: History, list: Exchange, watch: Exchange): Held =>
  new Map(
    ownItems(history, list)
      .filter(item => isInWatchScope(item, watch))
      .map((item: Item) => [itemKey(item), item.metadata['resourceVersion']]),
  )

/**
 * Applies `law` to scenarios with one watch, and `watchMatchesList` to those with a storm of new
 * watches.
 */
export const orWatchMatchesListInStorms = (law: Judge): Judge =>
  function* (history) {
    yield* isStorm(history) ? watchMatchesList(history) : law(history)
  }

const isStorm = (history: History): boolean => hasStep(history, 'storm 0-0')
