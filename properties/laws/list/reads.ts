// Judges reads during writes: each alone, and later ones against earlier ones.

import type { Exchange, History } from '../../history/history.ts'
import { isEarlierOrSame, stateHistoryOf } from '../../history/possible-states.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { statesShown } from './lists.ts'
import { requireLists, requireSetup } from '../preconditions.ts'

/** Returns the reads of a history to judge. */
const readsOf = (history: History): Exchange[] =>
  history.exchanges.filter(one => one.step.startsWith('read-'))

/**
 * Applies a law to each read. A precondition that one read does not meet does not stop the
 * judgement of the others.
 */
export const eachRead = (law: (history: History, read: Exchange) => Iterable<Observation>) =>
  function* (history: History): Generator<Observation> {
    let isJudged = false
    let unmet: Observation | undefined
    for (const read of readsOf(history)) {
      for (const observation of law(history, read)) {
        if (observation.kind === 'preconditionUnmet') {
          unmet = observation
          break
        }
        isJudged = true
        yield observation
      }
    }
    if (!isJudged && unmet) yield unmet
  }

/** LIST-023: the later of two sequential lists shows the same state or a later one. */
export function* listsNeverGoBack(history: History): Generator<Observation> {
  const lists = readsOf(history)
  yield* requireSetup(history)
  yield* requireLists(history, ...lists)
  const past = yield* stateHistoryOf(history, lists[0]?.about?.role ?? 'main')
  const shown = lists.map(list => ({ list, states: statesShown(history, past, list) }))
  yield* precondition(
    shown.every(({ states }) => states.length > 0),
    'a list shows no state',
  )
  for (const earlier of shown)
    for (const later of shown) {
      if (earlier.list.answeredAt >= later.list.sentAt) continue
      const goesOn = later.states.some(one =>
        earlier.states.some(first => isEarlierOrSame(first, one)),
      )
      yield verify(goesOn, {
        says: 'Most Recent: a list never returns an older state than a list answered before it was sent.',
        expected: `the state that ${earlier.list.step} shows or a later one`,
        got: 'an earlier state',
        at: later.list,
      })
    }
}
