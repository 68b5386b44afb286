// W7: an object that begins to match is ADDED, one that still matches is MODIFIED, one that ceases
// to match is DELETED. Without a selector every existing object matches.

import type { Exchange, History } from '../../history/history.ts'
import type { ObjectChange } from '../../history/object-timelines.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import {
  requireNoForeignItems,
  requireCaughtUp,
  requireOwnObjectsUntouched,
  interpretWatch,
} from './interpreted-watch.ts'
import { isInWatchScope } from './watch-stream.ts'

/** The event that a watch must show for a change. */
export type DueEvent = { type: 'ADDED' | 'MODIFIED' | 'DELETED'; change: ObjectChange }

/** The events that a watch had to show for an object, and those that it showed. */
export type EventAccount = { watch: Exchange; key: string; due: DueEvent[]; events: WatchEvent[] }

/**
 * Returns the accounts of all objects. Unmet unless the watch starts at a version and has reached
 * the awaited events.
 */
export function* eventAccountsOf(
  history: History,
  label: string,
  ...waits: string[]
): Generator<Observation, EventAccount[]> {
  yield* requireNoForeignItems(history)
  const record = yield* interpretWatch(history, label)
  const { first, events, start, timelines } = record
  yield* requireCaughtUp(history, ...waits)
  yield* requireOwnObjectsUntouched(history, record)
  const accounts: EventAccount[] = []
  for (const [key, changes] of timelines.byKey) {
    const sides = changes.map(change => (start.begins === 'after' ? start.side(change) : 'unknown'))
    yield* precondition(
      !sides.includes('unknown'),
      `it is not known whether a change of ${key} has to be delivered`,
    )
    const due = changes
      .filter((_, index) => sides[index] === 'after')
      .flatMap(change => dueOf(change, first))
    accounts.push({ watch: first, key, due, events: events.filter(one => one.key === key) })
  }
  return accounts
}

function dueOf(change: ObjectChange, watch: Exchange): DueEvent[] {
  const { before, after } = change
  const was = before !== undefined && isInWatchScope(before, watch)
  const is = after !== undefined && isInWatchScope(after, watch)
  if (!was && !is) return []
  return [{ type: !was ? 'ADDED' : is ? 'MODIFIED' : 'DELETED', change }]
}

/** A watch shows exactly the events that its selector produces from the writes. */
export const eventsFollowSelector = (label: string, ...waits: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const { watch, key, due, events } of yield* eventAccountsOf(history, label, ...waits)) {
      const expected = due.map(({ type, change }) => eventText(type, change.version))
      const got = events.map(({ type, version }) => eventText(type, version))
      yield verify(expected.join(', ') === got.join(', '), {
        says: 'An object that starts to match is ADDED, one that still matches MODIFIED, one that stops matching DELETED.',
        expected: `${expected.join(', ') || 'no event'} (events of ${key})`,
        got: got.join(', ') || 'nothing',
        at: watch,
      })
    }
  }

// The version of a DELETED event is judged by another rule (W8).
const eventText = (type: string, version: unknown): string =>
  type === 'DELETED' ? type : `${type} at ${String(version)}`
