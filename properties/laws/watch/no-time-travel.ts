// W16: who has seen a version is never shown less: a resumed watch repeats nothing, and a list not
// older than the version is as new.

import type { History } from '../../history/history.ts'
import { at, has, ownItems, succeeded, version } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { orderOf } from '../../history/order.ts'
import { changesOf, toldText } from '../../history/streams.ts'
import type { Told } from '../../history/streams.ts'
import { watchAt } from './told.ts'

/** A watch, the one that resumes it from the last version that it showed, and lists after it. */
export type Resumed = { watch: string; rest: string; lists?: string[] }

/** Nothing that came before the last version of a watch is shown after it. */
export const resumesAfter = ({ watch, rest, lists = [] }: Resumed) =>
  function* (history: History): Generator<Observation> {
    yield* given(history.words.ordered, 'the resource versions of this target are not ordered')
    const { compare } = orderOf([], true)
    const first = yield* watchAt(history, watch)
    const second = yield* watchAt(history, rest)
    const seen = second.request.query['resourceVersion']
    const told = changesOf(history, first.stream)
    const newer = told.find(one => compare(seen, one.version) === 'before')
    yield* given(
      newer === undefined,
      `${watch} ended at version ${String(seen)}, after ${newer ? toldText(history, newer) : ''} (K8S-WATCH-007)`,
    )
    const states = new Set(told.map(stateOf))
    for (const one of changesOf(history, second.stream)) {
      const isRepeated = states.has(stateOf(one))
      yield holds(!isRepeated && compare(seen, one.version) === 'before', {
        says: 'A resumed watch delivers no change at or before the version that it resumes from.',
        expected: `only changes after ${String(seen)}`,
        got: `${toldText(history, one)}${isRepeated ? ', which was delivered before' : ''}`,
        at: second,
      })
    }
    for (const label of lists.filter(one => has(history, one))) yield* isAsNew(history, label, told)
  }

/** A list not older than the last version of a watch shows no object older than the watch did. */
function* isAsNew(history: History, label: string, told: Told[]): Generator<Observation> {
  const list = at(history, label)
  yield* given(succeeded(list), `${label} answered ${list.answer?.status ?? list.problem}`)
  const { compare } = orderOf([], true)
  const seen = list.request.query['resourceVersion']
  const says = 'A list not older than a version that a watch showed is as new as that.'
  const wanted = { says, expected: `the state at ${String(seen)} or a later one`, at: list }
  yield holds(compare(version(list), seen) !== 'before', { ...wanted, got: version(list) })
  for (const item of ownItems(history, list)) {
    const shown = told.findLast(one => one.object.metadata['uid'] === item.metadata['uid'])
    if (!shown) continue
    const isOlder = compare(item.metadata['resourceVersion'], shown.version) === 'before'
    yield holds(!isOlder, { ...wanted, got: `${item.metadata['name']} older than it was watched` })
  }
}

const stateOf = ({ object, version: issued }: Told): string =>
  `${String(object.metadata['uid'])} ${String(issued)}`
