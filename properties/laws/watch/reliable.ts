// W3, W11: a watch shows every change after its start, each once, in the order of the changes of
// each object.

import type { Exchange, History } from '../../history/history.ts'
import { exchangeAt } from '../../history/history.ts'
import type { ObjectChange } from '../../history/object-timelines.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { watchEventsOf, isRemovalEvent, eventText } from '../../history/watch-events.ts'
import {
  requireNoForeignItems,
  requireCaughtUp,
  matchedEventsOf,
  timelinesInScope,
  interpretWatch,
} from './interpreted-watch.ts'
import type { MatchedEvent, InterpretedWatch } from './interpreted-watch.ts'

/** A watch (with its continuations), and the write that the last part was waited to show. */
export type FollowedWatch = { parts: [string, ...string[]]; waits: string[]; marker: string }

/** W3: the events of each object are a contiguous part of its changes, up to the marker. */
export const watchDeliversEveryChange = ({ parts, waits, marker }: FollowedWatch) =>
  function* (history: History): Generator<Observation> {
    yield* requireNoForeignItems(history)
    const record = yield* interpretWatch(history, ...parts)
    yield* requireCaughtUp(history, ...waits)
    const again = parts.findLast((_, part) => mayRepeat(history, parts.slice(0, part + 1), record))
    if (again !== undefined)
      return yield* watchDeliversEveryChange({ parts: [again], waits, marker })(history)
    const lines = yield* matchedEventsOf(history, record)
    for (const [key, changes] of timelinesInScope(record)) {
      const own = lines.filter(({ event }) => event.key === key)
      yield* beginsRight(history, own, changes, record)
      yield* followsOn(history, own, record)
      yield* reaches(own, changes, { record, marker: exchangeAt(history, marker) })
    }
  }

/**
 * Reports whether the last of these parts resumes from a removal that showed the version of an
 * earlier change, which WATCH-016 permits: the changes after that version may then be repeated. For
 * removals of objects of other cases this is known on targets with ordered versions, because there
 * a removal has a new version.
 */
function mayRepeat(history: History, parts: string[], { timelines }: InterpretedWatch): boolean {
  const [before, part] = parts.slice(-2).map(label => exchangeAt(history, label))
  if (!before || !part) return false
  const asked = part.request.query['resourceVersion']
  const from = watchEventsOf(before.stream).findLast(({ version }) => version === asked)
  if (!from || !isRemovalEvent(from)) return false
  const changes = timelines.byKey.get(from.key)
  return changes ? changes.some(({ version }) => version === asked) : !history.context.ordered
}

/** W11: the first event of an object is its first change after the start. */
function* beginsRight(
  history: History,
  [line]: MatchedEvent[],
  changes: ObjectChange[],
  { first, start }: InterpretedWatch,
): Generator<Observation> {
  if (!line) return
  if (start.begins === 'state') {
    const acknowledged = changes.filter(({ write }) => write.by.answeredAt < first.sentAt)
    if (!start.isNew) return
    yield verify(line.index >= acknowledged.length - 1, {
      says: 'A watch without a version begins with a state as new as any write acknowledged before.',
      expected: `change ${acknowledged.length} of ${line.event.key} or a later one`,
      got: `${eventText(history, line.event)}, change ${line.index + 1}`,
      at: first,
    })
    return
  }
  yield verify(start.side(line.change) !== 'before', {
    says: 'A watch from a version delivers no change at or before it.',
    expected: `only changes after ${String(first.request.query['resourceVersion'])}`,
    got: eventText(history, line.event),
    at: first,
  })
  const skipped = changes.slice(0, line.index).filter(change => start.side(change) === 'after')
  yield verify(skipped.length === 0, {
    says: 'A watch delivers every change after its start.',
    expected: skipped.map(changeText),
    got: `first ${eventText(history, line.event)}`,
    at: first,
  })
}

/** The events of an object skip no change and repeat none. */
function* followsOn(
  history: History,
  own: MatchedEvent[],
  { first }: InterpretedWatch,
): Generator<Observation> {
  for (const [place, { event, index }] of own.entries()) {
    const previous = own[place - 1]
    if (!previous) continue
    yield verify(index > previous.index, {
      says: 'No change is delivered twice, nor before an earlier one.',
      expected: `a change of ${event.key} after ${eventText(history, previous.event)}`,
      got: eventText(history, event),
      at: first,
    })
    yield verify(index <= previous.index + 1, {
      says: 'A watch leaves out no change between two that it delivers.',
      expected: `change ${previous.index + 2} of ${event.key}`,
      got: `${eventText(history, event)}, change ${index + 1}`,
      at: first,
    })
  }
}

/** Every change that was acknowledged before the marker was sent is shown before the marker. */
function* reaches(
  own: MatchedEvent[],
  changes: ObjectChange[],
  { record, marker }: { record: InterpretedWatch; marker: Exchange },
): Generator<Observation> {
  const { first, start } = record
  const isDue = (change: ObjectChange) =>
    change.write.by.answeredAt < marker.sentAt &&
    (start.begins === 'after'
      ? start.side(change) === 'after'
      : change.write.by.sentAt > first.answeredAt)
  const last = changes.findLastIndex(isDue)
  if (last < 0) return
  // The server may read the initial state after the object was removed, and so never show it.
  const isGoneBefore = start.begins === 'state' && changes[last]?.after === undefined
  if (isGoneBefore && own.length === 0) return
  const reached = own.at(-1)?.index ?? -1
  yield verify(reached >= last, {
    says: 'A watch delivers every change before a later one.',
    expected: changes.slice(reached + 1, last + 1).map(changeText),
    got: `${own.length} events of ${changes[0]?.key}, and then ${marker.step}`,
    at: first,
  })
}

const changeText = ({ key, version, after }: ObjectChange): string =>
  after === undefined ? `the removal of ${key}` : `${key} at ${String(version)}`
