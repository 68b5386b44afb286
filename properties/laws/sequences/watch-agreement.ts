// Judges that a watch from before the first write agrees with the answers: it shows each change
// once, in order and with the object at that time, so that the events add up to the final state.

import type { History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownChangeEvents, isRemovalEvent, eventText } from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { requireCaughtUp } from '../watch/interpreted-watch.ts'
import { requireWatch } from '../watch/watch-stream.ts'
import { garbageCollectionEffect } from './deletions.ts'
import { explanationOf } from './one-order.ts'
import type { Witness } from './one-order.ts'
import type { SequenceChange, RuleFault } from './state.ts'
import { fillServerChosen, modelObjectOf } from './model-object.ts'
import type { ServerBehavior } from './writes.ts'

/** The watch (label `all`) agrees with the answers, once it has shown the last write (`marker`). */
export const watchAgreesWithAnswers = (server: ServerBehavior) =>
  function* (history: History): Generator<Observation> {
    const { stream } = yield* requireWatch(history, 'all')
    yield* requireCaughtUp(history, 'all shows marker')
    const { fault } = yield* explanationOf(history, server)
    yield* precondition(!fault, 'no order of the requests explains their responses')

    const events = ownChangeEvents(history, stream)
    const witness = shownByEvents(history, events)
    const { changes, fault: untold } = yield* explanationOf(history, server, witness)
    for (const _ of changes) yield { kind: 'held' }
    if (untold) return yield verify(false, untold)
    for (const key of new Set(events.map(one => one.key)))
      yield* endsThere(history, changes.filter(isOf(key)), events.filter(isOf(key)))
  }

const isOf =
  (key: string) =>
  (one: { key: string }): boolean =>
    one.key === key

/** Returns a witness that requires each change at its position among the events of its object. */
const shownByEvents =
  (history: History, events: WatchEvent[]): Witness =>
  change => {
    const event = events.filter(isOf(change.key))[change.index]
    if (event && isEventOf(change, event)) return stateFault(change, event)
    return {
      says: 'A watch delivers each change of an object once, in order.',
      expected: `${typeOf(change)} ${change.key}`,
      got: event ? eventText(history, event) : 'nothing more',
    }
  }

/** WATCH-016 defines no type for removals. */
const isEventOf = (change: SequenceChange, event: WatchEvent): boolean =>
  change.after ? event.type === typeOf(change) : isRemovalEvent(event)

const typeOf = ({ before, after }: SequenceChange): string =>
  after ? (before ? 'MODIFIED' : 'ADDED') : 'DELETED'

/** An event shows the object after the change. A removal shows the object before it. */
function stateFault({ before, after }: SequenceChange, event: WatchEvent): RuleFault | undefined {
  const state = after ?? before
  if (!state) return undefined
  const { object, version } = modelObjectOf(event.object)
  const difference = firstDifference(fillServerChosen(state.object, object), object)
  if (difference)
    return {
      says: 'An event has its object as the change left it, or as it was when it was deleted.',
      ...differenceSides(difference),
    }
  const isOpen = isRemovalEvent(event) || state.version === undefined
  return isOpen || version === state.version
    ? undefined
    : {
        says: 'An event has the version of the change.',
        expected: state.version,
        got: version,
      }
}

/**
 * The watch shows no more events than changes, except that a garbage collector may act after the
 * last read.
 */
function* endsThere(
  history: History,
  changes: SequenceChange[],
  events: WatchEvent[],
): Generator<Observation> {
  const last = changes.at(-1)?.after
  const more = events.slice(changes.length + (last && garbageCollectionEffect(last) ? 1 : 0))
  yield verify(more.length === 0, {
    says: 'A watch delivers nothing but the changes.',
    expected: 'nothing more',
    got: more.map(one => eventText(history, one)),
    at: 'all',
  })
}
