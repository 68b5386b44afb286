// W8: a DELETED event shows the last state that matched the watch, at the version of the write that
// ended the match.

import type { History, Item } from '../../history/history.ts'
import type { ObjectTimelines } from '../../history/object-timelines.ts'
import { objectTimelinesOf } from '../../history/object-timelines.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { eventText } from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { eventAccountsOf } from './selector-transitions.ts'
import type { EventAccount, DueEvent } from './selector-transitions.ts'

/** Every DELETED event of a watch shows the last matching state, at the version of the removal. */
export const deletedEventsShowLastState = (label: string, ...waits: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* precondition(
      history.context.ordered,
      'the resource versions of this target are not ordered',
    )
    const accounts = yield* eventAccountsOf(history, label, ...waits)
    const timelines = yield* objectTimelinesOf(history, accounts[0]?.watch.about?.role ?? 'main')
    for (const account of accounts) {
      const types = [account.due, account.events].map(all => all.map(({ type }) => type).join(' '))
      yield* precondition(
        types[0] === types[1],
        `the events of ${account.key} are not the expected ones`,
      )
      yield* removalsIn(history, account, timelines)
    }
  }

function* removalsIn(
  history: History,
  { watch, due, events }: EventAccount,
  timelines: ObjectTimelines,
): Generator<Observation> {
  for (const [place, one] of events.entries()) {
    const { type, change } = due[place] as DueEvent
    if (type !== 'DELETED') continue
    const found = firstDifference(unversioned(change.before), unversioned(one.object))
    yield verify(found === undefined, {
      says: 'A DELETED event has the last matching state of its object.',
      ...differenceSides(found),
      at: watch,
    })
    yield verify(isAtItsVersion(one, due[place] as DueEvent, timelines), {
      says: 'A DELETED event is at the version of the write that ended the match.',
      expected: `${String(change.version ?? 'the version of the removal')}, between its neighbours`,
      got: eventText(history, one),
      at: watch,
    })
  }
}

/**
 * The version of an update is known. That of a removal must be between those of the writes before
 * and after it.
 */
function isAtItsVersion(
  { version }: WatchEvent,
  { change }: DueEvent,
  { byKey, order }: ObjectTimelines,
): boolean {
  if (change.version !== undefined) return change.version === version
  return [...byKey.values()].flat().every(other => {
    if (other.version === undefined) return true
    if (order.precedes(other.write, change.write))
      return order.compare(other.version, version) === 'before'
    if (order.precedes(change.write, other.write))
      return order.compare(other.version, version) === 'after'
    return other.version !== version
  })
}

function unversioned(item: Item | undefined): unknown {
  if (!item) return undefined
  const { resourceVersion: _, ...metadata } = item.metadata
  return { ...item, metadata }
}
