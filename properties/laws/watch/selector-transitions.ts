// W7: what begins to match is ADDED, what stays is MODIFIED, what ceases is DELETED. A watch without
// a selector is one that everything matches as long as it is there.

import type { Exchange, History } from '../../history/history.ts'
import type { ObjectChange } from '../../history/object-timelines.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import {
  requireNoForeignItems,
  requireCaughtUp,
  requireOnlyWriter,
  watchRecordOf,
} from './watch-record.ts'
import { isInWatchScope } from './watch-stream.ts'

/** What a watch is to tell of a change. */
export type DueEvent = { type: 'ADDED' | 'MODIFIED' | 'DELETED'; change: ObjectChange }

/** What a watch was to tell of an object, and what it told. */
export type EventAccount = { watch: Exchange; key: string; due: DueEvent[]; told: WatchEvent[] }

/** The accounts of all objects; unmet unless the watch starts at a version and is caught up. */
export function* eventAccountsOf(
  history: History,
  label: string,
  ...waits: string[]
): Generator<Observation, EventAccount[]> {
  yield* requireNoForeignItems(history)
  const telling = yield* watchRecordOf(history, label)
  const { first, told, start, lives } = telling
  yield* requireCaughtUp(history, ...waits)
  yield* requireOnlyWriter(history, telling)
  const accounts: EventAccount[] = []
  for (const [key, life] of lives.byKey) {
    const sides = life.map(change => (start.begins === 'after' ? start.side(change) : 'unknown'))
    yield* precondition(
      !sides.includes('unknown'),
      `it is not known whether a change of ${key} has to be delivered`,
    )
    const due = life
      .filter((_, index) => sides[index] === 'after')
      .flatMap(change => dueOf(change, first))
    accounts.push({ watch: first, key, due, told: told.filter(one => one.key === key) })
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

/** The events of a watch are those that its selector makes of the writes. */
export const eventsFollowSelector = (label: string, ...waits: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const { watch, key, due, told } of yield* eventAccountsOf(history, label, ...waits)) {
      const expected = due.map(({ type, change }) => eventText(type, change.version))
      const got = told.map(({ type, version }) => eventText(type, version))
      yield verify(expected.join(', ') === got.join(', '), {
        says: 'An object that starts to match is ADDED, one that still matches MODIFIED, one that stops matching DELETED.',
        expected: `of ${key}: ${expected.join(', ') || 'nothing'}`,
        got: got.join(', ') || 'nothing',
        at: watch,
      })
    }
  }

// At which version something is DELETED is another rule (W8).
const eventText = (type: string, version: unknown): string =>
  type === 'DELETED' ? type : `${type} at ${String(version)}`
