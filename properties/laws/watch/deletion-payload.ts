// W8: a DELETED event shows the last state that was asked for, at the version of what ended it.

import type { History, Item } from '../../history/history.ts'
import type { Lives } from '../../history/lives.ts'
import { livesOf } from '../../history/lives.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { toldText } from '../../history/streams.ts'
import type { Told } from '../../history/streams.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import { accountsOf } from './selector-transitions.ts'
import type { Account, Due } from './selector-transitions.ts'

/** Every DELETED event of a watch shows what was there last, at a version of its own. */
export const removalsShowTheLastState = (label: string, ...waits: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* given(history.words.ordered, 'the resource versions of this target are not ordered')
    const accounts = yield* accountsOf(history, label, ...waits)
    const lives = yield* livesOf(history, accounts[0]?.watch.about?.role ?? 'main')
    for (const account of accounts) {
      const types = [account.due, account.told].map(all => all.map(({ type }) => type).join(' '))
      yield* given(types[0] === types[1], `the events of ${account.key} are not the ones due`)
      yield* removalsIn(history, account, lives)
    }
  }

function* removalsIn(
  history: History,
  { watch, due, told }: Account,
  lives: Lives,
): Generator<Observation> {
  for (const [place, one] of told.entries()) {
    const { type, change } = due[place] as Due
    if (type !== 'DELETED') continue
    const found = differenceOf(unversioned(change.before), unversioned(one.object))
    yield holds(found === undefined, {
      says: 'A DELETED event shows the last state of its object that matched.',
      ...sidesOf(found),
      at: watch,
    })
    yield holds(isAtItsVersion(one, due[place] as Due, lives), {
      says: 'A DELETED event is at the version of the write that ended the match.',
      expected: `${String(change.version ?? 'the version of the removal')}, between its neighbours`,
      got: toldText(history, one),
      at: watch,
    })
  }
}

/** The version of an update is known; that of a removal stands between those of its neighbours. */
function isAtItsVersion({ version }: Told, { change }: Due, { byKey, order }: Lives): boolean {
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
