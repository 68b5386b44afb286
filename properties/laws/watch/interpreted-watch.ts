// Matches the events of a stream with the changes of each object.

import type { Exchange, History, Stream } from '../../history/history.ts'
import { exchangeAt, otherItems, itemKey, ownItems } from '../../history/history.ts'
import { stateInScope } from '../../history/collection-model.ts'
import { isWrittenByCaseAlone, objectTimelinesOf } from '../../history/object-timelines.ts'
import type { ObjectChange, ObjectTimelines } from '../../history/object-timelines.ts'
import { precondition, verify, noOtherWriter } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownChangeEvents, isRemovalEvent, eventText } from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { watchStartOf } from '../../history/watch-start.ts'
import type { WatchStart } from '../../history/watch-start.ts'
import { startIsSound } from './sound-start.ts'

/** A watch, or several that continue each other, as one sequence of events. */
export type InterpretedWatch = {
  first: Exchange
  events: WatchEvent[]
  start: WatchStart
  timelines: ObjectTimelines
}

/** An event and the change that it shows. `index` counts the changes of the object. */
export type MatchedEvent = { event: WatchEvent; change: ObjectChange; index: number }

/** The labels of a watch and its continuations. */
type Parts = [first: string, ...rest: string[]]

/**
 * Interprets a watch and its continuations. Unmet if it was not answered with a stream,
 * or if the order of the writes or the version of its start is unknown.
 */
export function* interpretWatch(
  history: History,
  ...parts: Parts
): Generator<Observation, InterpretedWatch> {
  const exchanges = parts.map(label => exchangeAt(history, label))
  const [first] = exchanges as [Exchange]
  for (const { stream, step, problem, answer } of exchanges)
    yield* precondition(
      stream !== undefined,
      `${step} is not a stream: ${problem ?? answer?.status ?? 'no response'}`,
    )
  const timelines = yield* objectTimelinesOf(history, first.about?.role ?? 'main')
  // A client ignores events of a watch after it has resumed with the next one.
  const events = exchanges.flatMap(({ stream }, part) =>
    ownChangeEvents(history, stream as Stream).filter(
      ({ receivedAt }) => receivedAt < (exchanges[part + 1]?.sentAt ?? Infinity),
    ),
  )
  yield* startIsSound(history, { first, events, timelines })
  return { first, events, start: watchStartOf(history, first, timelines), timelines }
}

/**
 * The precondition that the awaited events arrived. Late events are not lost ones, so without them
 * nothing is judged.
 */
export function* requireCaughtUp(history: History, ...waits: string[]): Generator<Observation> {
  for (const label of waits) {
    const { problem } = exchangeAt(history, label)
    yield* precondition(problem === undefined, `${label}: ${problem}`)
  }
}

/**
 * The precondition that no other client writes in the namespaces of the case, judged by its lists.
 */
export function* requireNoForeignItems(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    const [foreign] = otherItems(history, exchange)
    yield* noOtherWriter(!foreign, String(foreign?.metadata['name']))
  }
}

/**
 * The precondition that no other client writes the objects of the case, judged by lists and events.
 * An object at a version that no write of the case produced was written by another client, unless
 * the known changes exclude that.
 */
export function* requireOwnObjectsUntouched(
  history: History,
  { first, timelines }: Pick<InterpretedWatch, 'first' | 'timelines'>,
): Generator<Observation> {
  for (const exchange of history.exchanges) {
    if (exchange.about?.role !== first.about?.role) continue
    const events = exchange.stream ? ownChangeEvents(history, exchange.stream) : []
    const items = ownItems(history, exchange).map(object => ({ object, receivedAt: 0 }))
    const reached = new Map<string, number>()
    for (const { object, receivedAt } of [
      ...items,
      ...events.filter(one => !isRemovalEvent(one)),
    ]) {
      const key = itemKey(object)
      const changes = timelines.byKey.get(key) ?? []
      const shown = object.metadata['resourceVersion']
      const index = changes.findIndex(({ version }) => version === shown)
      const isRoom = hasRoomAfter(changes, reached.get(key) ?? -1)
      const isOthers = index < 0 && (isRoom || mayBeTouched(history, changes, { receivedAt }))
      yield* noOtherWriter(!isOthers, key)
      if (index >= 0) reached.set(key, index)
    }
  }
}

/** Returns the timelines of the objects that a watch selects, by key. */
export const timelinesInScope = ({
  first,
  timelines,
}: InterpretedWatch): Map<string, ObjectChange[]> =>
  new Map(
    [...timelines.byKey].filter(([key, changes]) => {
      const item = changes.map(({ after, before }) => after ?? before).find(one => one)
      return item && stateInScope(new Map([[key, item]]), first).size > 0
    }),
  )

/**
 * Returns each event with the change that it shows. An event that no write of this case explains is
 * a violation if no other client wrote the object (see `isWrittenByCaseAlone`), and an unmet
 * precondition otherwise.
 */
export function* matchedEventsOf(
  history: History,
  { first, events, timelines }: Pick<InterpretedWatch, 'first' | 'events' | 'timelines'>,
): Generator<Observation, MatchedEvent[]> {
  const lines: MatchedEvent[] = []
  const reached = new Map<string, number>()
  for (const one of events) {
    const changes = timelines.byKey.get(one.key) ?? []
    const from = reached.get(one.key) ?? -1
    const index = placeIn(changes, one, from)
    if (index < 0) {
      const isOthers = hasRoomAfter(changes, from) || mayBeTouched(history, changes, one)
      yield* noOtherWriter(!isOthers, one.key)
      yield verify(false, {
        says: 'Every event shows its object as a write left it.',
        expected: `one of the versions ${changes.map(change => String(change.version)).join(', ')}`,
        got: eventText(history, one),
        at: first,
      })
      continue
    }
    reached.set(one.key, index)
    lines.push({ event: one, change: changes[index] as ObjectChange, index })
  }
  return lines
}

const finals = ['final', 'final@1']

/**
 * Reports whether another client may have written an object. Final lists are no evidence for events
 * that arrive after them.
 */
function mayBeTouched(
  history: History,
  changes: ObjectChange[],
  { receivedAt }: Pick<WatchEvent, 'receivedAt'>,
): boolean {
  const lists = history.exchanges.filter(({ step }) => finals.includes(step))
  const isLater = lists.some(({ sentAt }) => sentAt < receivedAt)
  return isLater || !isWrittenByCaseAlone(history, changes, finals)
}

/**
 * Reports whether another client may have written before a later change: a write such as DELETE
 * names no base version, so a write in between is possible.
 */
const hasRoomAfter = (changes: ObjectChange[], from: number): boolean =>
  changes
    .slice(from + 1)
    .some(({ before, write }) => before !== undefined && write.basedOn === undefined)

/**
 * Returns the index of the change that an event shows. Versions are unique. A removal event matches
 * the next removal, or else the last one.
 */
function placeIn(changes: ObjectChange[], event: WatchEvent, from: number): number {
  if (!isRemovalEvent(event)) return changes.findIndex(({ version }) => version === event.version)
  const next = changes.findIndex(({ after }, index) => after === undefined && index > from)
  return next >= 0 ? next : changes.findLastIndex(({ after }) => after === undefined)
}
