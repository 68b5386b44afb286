// W12: a watch that begins with the state tells each object once, then one bookmark, then what
// happens after.

import { at, ownItems, itemsOf, keyOf, version } from '../../history/history.ts'
import type { History } from '../../history/history.ts'
import { isUntouched } from '../../history/lives.ts'
import type { Change } from '../../history/lives.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { documentsOf, isBookmark, isChange, isRemoval, toldText } from '../../history/streams.ts'
import type { Told } from '../../history/streams.ts'
import { sideOfVersion } from '../../history/watch-start.ts'
import { accepts } from '../decisions.ts'
import { leavesNothingOut } from './after-state.ts'
import { hasVersion } from './bookmarkable.ts'
import { aloneIn, caughtUp, linesOf, livesInScope, onlyWriter, tellingOf } from './story.ts'
import type { Telling } from './story.ts'

const bookmarkAwaited = 'watch has a BOOKMARK'

/** WATCH-034: each object that there is, once, as ADDED, as it stands; and no other. */
export function* stateIsTold(history: History): Generator<Observation> {
  yield* accepts(history, 'watch', 'A watch with sendInitialEvents is served.')
  yield* aloneIn(history)
  const telling = yield* tellingOf(history, 'watch')
  yield* caughtUp(history, bookmarkAwaited, 'watch shows marker')
  const lines = yield* linesOf(history, telling)
  for (const [key, life] of livesInScope(telling)) {
    if (life[0]?.write.by.step === 'marker') continue
    const own = lines.filter(({ told }) => told.key === key)
    const isTold = own.at(-1)?.index === life.length - 1
    const isThere = life.at(-1)?.after !== undefined
    yield holds(isTold || (!isThere && own.length === 0), {
      says: 'The initial events deliver each existing object in its current state, and no other.',
      expected: isThere ? `${key} at ${String(life.at(-1)?.version)}` : `nothing of ${key}`,
      got: own.map(({ told }) => toldText(history, told)),
      at: telling.first,
    })
    const [first] = own
    if (!first) continue
    yield holds(first.told.type === 'ADDED', {
      says: 'An initial event is of type ADDED.',
      expected: 'ADDED',
      got: first.told.type,
      at: telling.first,
    })
    yield holds(new Set(own.map(({ index }) => index)).size === own.length, {
      says: 'The initial events show each object once.',
      expected: `one event of ${key}`,
      got: own.map(({ told }) => toldText(history, told)),
      at: telling.first,
    })
  }
}

/** WATCH-035: the bookmark comes, has a version, and comes after all initial events. */
export function* endsWithBookmark(history: History): Generator<Observation> {
  yield* aloneIn(history)
  const telling = yield* tellingOf(history, 'watch')
  const bookmark = yield* bookmarkCame(history, 'watch')
  yield hasVersion(bookmark.version, telling.first.step)
  yield* caughtUp(history, 'watch shows marker')
  yield* onlyWriter(history, telling)
  const marker = at(history, 'marker')
  for (const told of telling.told) {
    if (told.version === version(marker)) continue
    yield holds(told.place < bookmark.place, {
      says: 'The bookmark comes after all initial events.',
      expected: 'every object that existed before the bookmark',
      got: `${toldText(history, told)} after it`,
      at: telling.first,
    })
  }
}

/** WATCH-037: where there are no objects, the bookmark is the first event. */
export function* emptyStateEndsAtOnce(history: History, label: string): Generator<Observation> {
  const { first } = yield* tellingOf(history, label)
  const bookmark = yield* bookmarkCame(history, label)
  const others = documentsOf(first.stream).filter(({ place }) => place < bookmark.place)
  yield* given(!others.some(isChange), 'the collection holds objects of others')
  yield holds(others.length === 0, {
    says: 'Where there are no objects, the bookmark is the first event.',
    expected: 'BOOKMARK',
    got: others.map(({ type }) => type),
    at: first,
  })
}

/**
 * The bookmark that ends the initial events. It is mandatory: a stream that stays open without it,
 * for as long as the harness waits for anything, breaks the rule. One that has ended says nothing.
 */
function* bookmarkCame(history: History, label: string): Generator<Observation, Told> {
  const { stream, step } = at(history, label)
  const bookmark = documentsOf(stream).find(isBookmark)
  const { problem = 'nothing came' } = at(history, `${label} has a BOOKMARK`)
  yield* given(bookmark !== undefined || problem.startsWith('nothing came'), `${step}: ${problem}`)
  yield holds(bookmark !== undefined, {
    says: 'The initial events end with a bookmark.',
    expected: 'a BOOKMARK',
    got: problem,
    at: step,
  })
  // Without it there is nothing more to judge.
  yield* given(bookmark !== undefined, 'there is no bookmark')
  return bookmark as Told
}

/** WATCH-036: what comes after the bookmark goes on from the state, and makes the final one. */
export function* goesOnFromState(history: History): Generator<Observation> {
  yield* aloneIn(history)
  const telling = yield* tellingOf(history, 'watch')
  yield* caughtUp(history, bookmarkAwaited, 'watch shows marker')
  const bookmark = documentsOf(telling.first.stream).find(isBookmark)
  if (!bookmark) return
  const lines = yield* linesOf(history, telling)
  for (const [position, line] of lines.entries()) {
    const told = lines.slice(0, position).filter(one => one.told.key === line.told.key)
    yield holds(
      told.every(({ index }) => index < line.index),
      {
        says: 'Initial events and later events repeat no change, and deliver no older one later.',
        expected: `a change after ${told.map(one => toldText(history, one.told)).join(', ')}`,
        got: toldText(history, line.told),
        at: telling.first,
      },
    )
  }
  const isBefore = ({ told }: { told: Told }) => told.place < bookmark.place
  const marker = at(history, 'marker')
  yield* leavesNothingOut(history, { telling, lines, bookmark, isBefore, marker })
  yield* rebuilds(history, telling)
}

/** The state that a stream makes is the one that lists show at the end. */
function* rebuilds(history: History, { first, told, lives }: Telling): Generator<Observation> {
  const finals = history.exchanges.filter(
    one =>
      /^final(@\d)?$/.test(one.step) &&
      (first.about?.namespace ?? one.about?.namespace) === one.about?.namespace,
  )
  for (const list of finals)
    yield* given(itemsOf(list) !== undefined, `${list.step} is no list with items`)
  const rebuilt = new Map<string, unknown>()
  for (const one of told) {
    if (isRemoval(one)) rebuilt.delete(one.key)
    else rebuilt.set(one.key, one.version)
  }
  const listed = new Map(
    finals.flatMap(list =>
      ownItems(history, list).map(item => [keyOf(item), item.metadata['resourceVersion']]),
    ),
  )
  for (const key of new Set([...listed.keys(), ...rebuilt.keys()])) {
    const isSame = listed.get(key) === rebuilt.get(key)
    // What another writer changed after the wait stands in the list alone.
    const life = lives.byKey.get(key) ?? []
    const labels = finals.map(({ step }) => step)
    yield* given(isSame || isUntouched(history, life, labels), `another writer changed ${key}`)
    yield holds(isSame, {
      says: 'The events from the state on make the state that a later list shows.',
      expected: `${key} at ${String(listed.get(key) ?? 'no version: it is gone')}`,
      got: `${key} at ${String(rebuilt.get(key) ?? 'no version: it is not held')}`,
      at: first,
    })
  }
}

/** WATCH-040: without a version the state is as new as any write acknowledged before the watch. */
export function* stateIsNew(history: History): Generator<Observation> {
  const telling = yield* tellingOf(history, 'watch')
  const { sentAt } = telling.first
  yield* stateHolds(history, telling, {
    isDue: ({ write }) => write.by.answeredAt < sentAt,
    state: 'Without a version the initial state holds every write acknowledged before the watch.',
    bookmark: 'Without a version the bookmark is not older than the beginning of the watch.',
  })
}

/** WATCH-041: with a version the state is that of the version, or a later one. */
export function* stateIsReached(history: History): Generator<Observation> {
  const telling = yield* tellingOf(history, 'watch')
  const { first, lives } = telling
  const issued = String(first.request.query['resourceVersion'])
  const side = sideOfVersion(history, issued, lives)
  yield* stateHolds(history, telling, {
    isDue: change => side(change) === 'before',
    state: 'With a version the initial state has reached that version.',
    bookmark: 'With a version the bookmark is not older than that version.',
  })
  const bookmark = documentsOf(first.stream).find(isBookmark)
  yield holds(lives.order.compare(bookmark?.version, issued) !== 'before', {
    says: 'With a version the bookmark is not older than that version.',
    expected: `${issued} or a later version`,
    got: bookmark?.version,
    at: first,
  })
}

/** What was told before the bookmark, and the version of it, have reached certain changes. */
function* stateHolds(
  history: History,
  telling: Telling,
  { isDue, ...says }: { isDue: (change: Change) => boolean; state: string; bookmark: string },
): Generator<Observation> {
  yield* aloneIn(history)
  yield* caughtUp(history, bookmarkAwaited)
  const { first, lives } = telling
  const bookmark = documentsOf(first.stream).find(isBookmark)
  if (!bookmark) return
  const told = telling.told.filter(({ place }) => place < bookmark.place)
  const lines = yield* linesOf(history, { ...telling, told })
  const side = sideOfVersion(history, String(bookmark.version), lives)
  for (const [key, life] of livesInScope(telling)) {
    const due = life.findLastIndex(isDue)
    if (due < 0) continue
    const shown = lines.findLast(line => line.told.key === key)
    const isGone = life
      .slice(due)
      .some(({ after, write }) => after === undefined && write.by.sentAt < bookmark.receivedAt)
    yield holds(shown ? shown.index >= due : isGone, {
      says: says.state,
      expected: `${key} after change ${due + 1} of it`,
      got: shown ? toldText(history, shown.told) : 'nothing of it',
      at: first,
    })
    const beyond = life.slice(0, due + 1).find(change => side(change) === 'after')
    yield holds(beyond === undefined, {
      says: says.bookmark,
      expected: `a version not older than ${String(beyond?.version)}`,
      got: bookmark.version,
      at: first,
    })
  }
}
