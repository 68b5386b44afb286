// W7: what begins to match is ADDED, what stays is MODIFIED, what ceases is DELETED. A watch without
// a selector is one that everything matches as long as it is there.

import type { Exchange, History } from '../../history/history.ts'
import type { Change } from '../../history/lives.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import type { Told } from '../../history/streams.ts'
import { aloneIn, caughtUp, onlyWriter, tellingOf } from './story.ts'
import { isSelected } from './told.ts'

/** What a watch is to tell of a change. */
export type Due = { type: 'ADDED' | 'MODIFIED' | 'DELETED'; change: Change }

/** What a watch was to tell of an object, and what it told. */
export type Account = { watch: Exchange; key: string; due: Due[]; told: Told[] }

/** The accounts of all objects; unmet unless the watch starts at a version and is caught up. */
export function* accountsOf(
  history: History,
  label: string,
  ...waits: string[]
): Generator<Observation, Account[]> {
  yield* aloneIn(history)
  const telling = yield* tellingOf(history, label)
  const { first: watch, told, start, lives } = telling
  yield* caughtUp(history, ...waits)
  yield* onlyWriter(history, telling)
  const accounts: Account[] = []
  for (const [key, life] of lives.byKey) {
    const sides = life.map(change => (start.begins === 'after' ? start.side(change) : 'unknown'))
    yield* given(
      !sides.includes('unknown'),
      `it is not known whether a change of ${key} has to be delivered`,
    )
    const due = life
      .filter((_, index) => sides[index] === 'after')
      .flatMap(change => dueOf(change, watch))
    accounts.push({ watch, key, due, told: told.filter(one => one.key === key) })
  }
  return accounts
}

function dueOf(change: Change, watch: Exchange): Due[] {
  const { before, after } = change
  const was = before !== undefined && isSelected(before, watch)
  const is = after !== undefined && isSelected(after, watch)
  if (!was && !is) return []
  return [{ type: !was ? 'ADDED' : is ? 'MODIFIED' : 'DELETED', change }]
}

/** The events of a watch are those that its selector makes of the writes. */
export const tellsTransitions = (label: string, ...waits: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const { watch, key, due, told } of yield* accountsOf(history, label, ...waits)) {
      const expected = due.map(({ type, change }) => eventText(type, change.version))
      const got = told.map(({ type, version }) => eventText(type, version))
      yield holds(expected.join(', ') === got.join(', '), {
        says: 'What begins to match is ADDED, what stays is MODIFIED, what ceases is DELETED.',
        expected: `of ${key}: ${expected.join(', ') || 'nothing'}`,
        got: got.join(', ') || 'nothing',
        at: watch,
      })
    }
  }

// At which version something is DELETED is another rule (W8).
const eventText = (type: string, version: unknown): string =>
  type === 'DELETED' ? type : `${type} at ${String(version)}`
