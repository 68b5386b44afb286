// W16: a client that has seen a version never sees an older state. A resumed watch repeats nothing,
// and a list "not older than" the version is at least as recent.

import type { History, Item } from '../../history/history.ts'
import {
  exchangeAt,
  hasStep,
  itemKey,
  ownItems,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { writeOrderOf } from '../../history/write-order.ts'
import { ownChangeEvents, eventText } from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { requireIntegers } from '../integer-versions.ts'
import { requireWatch } from './watch-stream.ts'

/** A watch, the one that resumes it from the last version that it showed, and lists after it. */
export type ResumedWatch = { watch: string; rest: string; lists?: string[] }

/** The resumed watch shows nothing from before the last version of the first watch. */
export const resumedWatchRepeatsNothing = ({ watch, rest, lists = [] }: ResumedWatch) =>
  function* (history: History): Generator<Observation> {
    yield* precondition(
      history.context.ordered,
      'the resource versions of this target are not ordered',
    )
    const { compare } = writeOrderOf([], true)
    const first = yield* requireWatch(history, watch)
    const second = yield* requireWatch(history, rest)
    const seen = second.request.query['resourceVersion']
    const events = ownChangeEvents(history, first.stream)
    const newer = events.find(one => compare(seen, one.version) === 'before')
    yield* precondition(
      newer === undefined,
      `${watch} ended at version ${String(seen)}, after ${newer ? eventText(history, newer) : ''} (K8S-WATCH-007)`,
    )
    const states = new Set(events.map(stateOf))
    for (const one of ownChangeEvents(history, second.stream)) {
      const isRepeated = states.has(stateOf(one))
      if (!isRepeated) yield* requireIntegers(seen, one.version)
      yield verify(!isRepeated && compare(seen, one.version) === 'before', {
        says: 'A resumed watch delivers no change at or before the version that it resumes from.',
        expected: `only changes after ${String(seen)}`,
        got: `${eventText(history, one)}${isRepeated ? ', which was delivered before' : ''}`,
        at: second,
      })
    }
    for (const label of lists.filter(one => hasStep(history, one)))
      yield* isAsNew(history, label, events)
  }

/**
 * A list "not older than" the last version of a watch shows no object in an older state than the
 * watch did.
 */
function* isAsNew(history: History, label: string, events: WatchEvent[]): Generator<Observation> {
  const list = exchangeAt(history, label)
  yield* precondition(isSuccess(list), `${label} returned ${list.answer?.status ?? list.problem}`)
  const { compare } = writeOrderOf([], true)
  const seen = list.request.query['resourceVersion']
  const says = 'A list not older than a version that a watch delivered is at least as new.'
  const wanted = { says, expected: `the state at ${String(seen)} or a later one`, at: list }
  yield* requireIntegers(resourceVersionOf(list), seen)
  yield verify(compare(resourceVersionOf(list), seen) !== 'before', {
    ...wanted,
    got: resourceVersionOf(list),
  })
  for (const item of ownItems(history, list)) {
    const shown = events.findLast(({ object }) => instanceOf(object) === instanceOf(item))
    if (!shown) continue
    const isOlder = compare(item.metadata['resourceVersion'], shown.version) === 'before'
    yield verify(!isOlder, { ...wanted, got: `${item.metadata['name']} older than it was watched` })
  }
}

const stateOf = ({ object, version }: WatchEvent): string =>
  `${instanceOf(object)} ${String(version)}`

/** Identifies an object also on a server that gives objects no uid. */
const instanceOf = (object: Item): string => String(object.metadata['uid'] ?? itemKey(object))
