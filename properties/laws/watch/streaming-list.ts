// W12: a watch with initial events shows each object once, then one bookmark, then the changes.

import { exchangeAt, ownItems, itemsOf, itemKey, resourceVersionOf } from '../../history/history.ts'
import type { History } from '../../history/history.ts'
import { isWrittenByCaseAlone } from '../../history/object-timelines.ts'
import type { ObjectChange } from '../../history/object-timelines.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import {
  watchEventsOf,
  isBookmarkEvent,
  isChangeEvent,
  isRemovalEvent,
  eventText,
} from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { sideOfVersion } from '../../history/watch-start.ts'
import { acceptsRequest } from '../decisions.ts'
import { noChangeIsLeftOut } from './after-state.ts'
import { bookmarkHasVersion } from './bookmarkable.ts'
import {
  requireNoForeignItems,
  requireCaughtUp,
  matchedEventsOf,
  timelinesInScope,
  requireOwnObjectsUntouched,
  interpretWatch,
} from './interpreted-watch.ts'
import type { InterpretedWatch } from './interpreted-watch.ts'

const bookmarkAwaited = 'watch has a BOOKMARK'

/**
 * WATCH-034: the initial events are one ADDED per existing object, with its current state, and no
 * others.
 */
export function* initialStateIsDelivered(history: History): Generator<Observation> {
  yield* acceptsRequest(history, 'watch', 'A watch with sendInitialEvents is served.')
  yield* requireNoForeignItems(history)
  const record = yield* interpretWatch(history, 'watch')
  yield* requireCaughtUp(history, bookmarkAwaited, 'watch shows marker')
  const lines = yield* matchedEventsOf(history, record)
  for (const [key, changes] of timelinesInScope(record)) {
    if (changes[0]?.write.by.step === 'marker') continue
    const own = lines.filter(({ event }) => event.key === key)
    const isTold = own.at(-1)?.index === changes.length - 1
    const isThere = changes.at(-1)?.after !== undefined
    yield verify(isTold || (!isThere && own.length === 0), {
      says: 'The initial events deliver each existing object in its current state, and no other.',
      expected: isThere ? `${key} at ${String(changes.at(-1)?.version)}` : `nothing of ${key}`,
      got: own.map(({ event }) => eventText(history, event)),
      at: record.first,
    })
    const [first] = own
    if (!first) continue
    yield verify(first.event.type === 'ADDED', {
      says: 'An initial event is of type ADDED.',
      expected: 'ADDED',
      got: first.event.type,
      at: record.first,
    })
    yield verify(new Set(own.map(({ index }) => index)).size === own.length, {
      says: 'The initial events show each object once.',
      expected: `one event of ${key}`,
      got: own.map(({ event }) => eventText(history, event)),
      at: record.first,
    })
  }
}

/** WATCH-035: the bookmark arrives after all initial events and has a version. */
export function* initialStateEndsWithBookmark(history: History): Generator<Observation> {
  yield* requireNoForeignItems(history)
  const record = yield* interpretWatch(history, 'watch')
  const bookmark = yield* bookmarkCame(history, 'watch')
  yield bookmarkHasVersion(bookmark.version, record.first.step)
  yield* requireCaughtUp(history, 'watch shows marker')
  yield* requireOwnObjectsUntouched(history, record)
  const marker = exchangeAt(history, 'marker')
  for (const event of record.events) {
    if (event.version === resourceVersionOf(marker)) continue
    yield verify(event.place < bookmark.place, {
      says: 'The bookmark comes after all initial events.',
      expected: 'every object that existed before the bookmark',
      got: `${eventText(history, event)} after it`,
      at: record.first,
    })
  }
}

/** WATCH-037: without objects the bookmark is the first event. */
export function* emptyStateIsOnlyTheBookmark(
  history: History,
  label: string,
): Generator<Observation> {
  const { first } = yield* interpretWatch(history, label)
  const bookmark = yield* bookmarkCame(history, label)
  const others = watchEventsOf(first.stream).filter(({ place }) => place < bookmark.place)
  yield* precondition(!others.some(isChangeEvent), 'the collection holds objects of others')
  yield verify(others.length === 0, {
    says: 'Where there are no objects, the bookmark is the first event.',
    expected: 'BOOKMARK',
    got: others.map(({ type }) => type),
    at: first,
  })
}

/**
 * Returns the bookmark that ends the initial events. It is mandatory: a stream that stays open
 * without it, for as long as the harness waits for any event, violates the rule. A stream that has
 * ended is no evidence.
 */
function* bookmarkCame(history: History, label: string): Generator<Observation, WatchEvent> {
  const { stream, step } = exchangeAt(history, label)
  const bookmark = watchEventsOf(stream).find(isBookmarkEvent)
  const { problem = 'nothing came' } = exchangeAt(history, `${label} has a BOOKMARK`)
  yield* precondition(
    bookmark !== undefined || problem.startsWith('nothing came'),
    `${step}: ${problem}`,
  )
  yield verify(bookmark !== undefined, {
    says: 'The initial events end with a bookmark.',
    expected: 'a BOOKMARK',
    got: problem,
    at: step,
  })
  // Without the bookmark the other rules cannot be judged.
  yield* precondition(bookmark !== undefined, 'there is no bookmark')
  return bookmark as WatchEvent
}

/**
 * WATCH-036: the events after the bookmark continue from the initial state and lead to the final
 * one.
 */
export function* eventsContinueFromState(history: History): Generator<Observation> {
  yield* requireNoForeignItems(history)
  const record = yield* interpretWatch(history, 'watch')
  yield* requireCaughtUp(history, bookmarkAwaited, 'watch shows marker')
  const bookmark = watchEventsOf(record.first.stream).find(isBookmarkEvent)
  if (!bookmark) return
  const lines = yield* matchedEventsOf(history, record)
  for (const [position, line] of lines.entries()) {
    const matched = lines.slice(0, position).filter(one => one.event.key === line.event.key)
    yield verify(
      matched.every(({ index }) => index < line.index),
      {
        says: 'Initial events and later events repeat no change, and deliver no older one later.',
        expected: `a change after ${matched.map(one => eventText(history, one.event)).join(', ')}`,
        got: eventText(history, line.event),
        at: record.first,
      },
    )
  }
  const isBefore = ({ event }: { event: WatchEvent }) => event.place < bookmark.place
  const marker = exchangeAt(history, 'marker')
  yield* noChangeIsLeftOut(history, { record, lines, bookmark, isBefore, marker })
  yield* rebuilds(history, record)
}

/** The events of a stream add up to the state that the final lists show. */
function* rebuilds(
  history: History,
  { first, events, timelines }: InterpretedWatch,
): Generator<Observation> {
  const finals = history.exchanges.filter(
    one =>
      /^final(@\d)?$/.test(one.step) &&
      (first.about?.namespace ?? one.about?.namespace) === one.about?.namespace,
  )
  for (const list of finals)
    yield* precondition(itemsOf(list) !== undefined, `${list.step} is not a list with items`)
  const rebuilt = new Map<string, unknown>()
  for (const one of events) {
    if (isRemovalEvent(one)) rebuilt.delete(one.key)
    else rebuilt.set(one.key, one.version)
  }
  const listed = new Map(
    finals.flatMap(list =>
      ownItems(history, list).map(item => [itemKey(item), item.metadata['resourceVersion']]),
    ),
  )
  for (const key of new Set([...listed.keys(), ...rebuilt.keys()])) {
    const isSame = listed.get(key) === rebuilt.get(key)
    // A change by another writer after the wait appears only in the list.
    const changes = timelines.byKey.get(key) ?? []
    const labels = finals.map(({ step }) => step)
    yield* precondition(
      isSame || isWrittenByCaseAlone(history, changes, labels),
      `another writer changed ${key}`,
    )
    yield verify(isSame, {
      says: 'The initial events and later events add up to the state of a later list.',
      expected: `${key} at ${String(listed.get(key) ?? 'no version: it is gone')}`,
      got: `${key} at ${String(rebuilt.get(key) ?? 'no version: it is not held')}`,
      at: first,
    })
  }
}

/**
 * WATCH-040: without a version the initial state includes every write acknowledged before the
 * watch.
 */
export function* initialStateIsMostRecent(history: History): Generator<Observation> {
  const record = yield* interpretWatch(history, 'watch')
  const { sentAt } = record.first
  yield* stateHolds(history, record, {
    isDue: ({ write }) => write.by.answeredAt < sentAt,
    state: 'Without a version the initial state holds every write acknowledged before the watch.',
    bookmark: 'Without a version, the bookmark is not older than the start of the watch.',
  })
}

/** WATCH-041: with a version the initial state is at that version or a later one. */
export function* initialStateReachesVersion(history: History): Generator<Observation> {
  const record = yield* interpretWatch(history, 'watch')
  const { first, timelines } = record
  const issued = String(first.request.query['resourceVersion'])
  const side = sideOfVersion(history, issued, timelines)
  yield* stateHolds(history, record, {
    isDue: change => side(change) === 'before',
    state: 'With a version the initial state has reached that version.',
    bookmark: 'With a version the bookmark is not older than that version.',
  })
  const bookmark = watchEventsOf(first.stream).find(isBookmarkEvent)
  yield verify(timelines.order.compare(bookmark?.version, issued) !== 'before', {
    says: 'With a version the bookmark is not older than that version.',
    expected: `${issued} or a later version`,
    got: bookmark?.version,
    at: first,
  })
}

/** The events before the bookmark, and its version, include the changes that are due. */
function* stateHolds(
  history: History,
  record: InterpretedWatch,
  { isDue, ...says }: { isDue: (change: ObjectChange) => boolean; state: string; bookmark: string },
): Generator<Observation> {
  yield* requireNoForeignItems(history)
  yield* requireCaughtUp(history, bookmarkAwaited)
  const { first, timelines } = record
  const bookmark = watchEventsOf(first.stream).find(isBookmarkEvent)
  if (!bookmark) return
  const events = record.events.filter(({ place }) => place < bookmark.place)
  const lines = yield* matchedEventsOf(history, { ...record, events })
  const side = sideOfVersion(history, String(bookmark.version), timelines)
  for (const [key, changes] of timelinesInScope(record)) {
    const due = changes.findLastIndex(isDue)
    if (due < 0) continue
    const shown = lines.findLast(line => line.event.key === key)
    const isGone = changes
      .slice(due)
      .some(({ after, write }) => after === undefined && write.by.sentAt < bookmark.receivedAt)
    yield verify(shown ? shown.index >= due : isGone, {
      says: says.state,
      expected: `${key} after change ${due + 1} of it`,
      got: shown ? eventText(history, shown.event) : 'nothing of it',
      at: first,
    })
    const beyond = changes.slice(0, due + 1).find(change => side(change) === 'after')
    yield verify(beyond === undefined, {
      says: says.bookmark,
      expected: `a version not older than ${String(beyond?.version)}`,
      got: bookmark.version,
      at: first,
    })
  }
}
