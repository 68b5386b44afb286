// Judges the state that a list shows (L2 to L5): one state of the collection, and which states each
// row of the list table allows.

import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  itemsOf,
  ownItems,
  bodyValueAt,
  isFinalRefusal,
  resourceVersionOf,
} from '../../history/history.ts'
import { stateInScope, itemText, stateTexts } from '../../history/collection-model.ts'
import {
  isEarlierOrSame,
  statesOfMostRecentRead,
  statesAtWrite,
  statesUpToAnswer,
  stateHistoryOf,
  writeOfVersion,
} from '../../history/possible-states.ts'
import type { PossibleState, StateHistory } from '../../history/possible-states.ts'
import { anyRefusal, precondition, refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireOwnVersions, requireLists, requireSetup } from '../preconditions.ts'

/** A law of one list in a history. */
export type ListLaw = (history: History, list: Exchange) => Generator<Observation>

/**
 * LIST-023: the list shows the most recent state, with every write acknowledged before the list was
 * sent.
 */
export function* listShowsMostRecent(history: History, list: Exchange): Generator<Observation> {
  const past = yield* answeredPast(history, list)
  yield* showsOneOf(history, list, {
    possible: statesOfMostRecentRead(past, list),
    says: 'Most Recent: the list shows one state, with every write acknowledged before it.',
  })
}

/**
 * LIST-022: the list shows any state that the collection ever had, including the one before its
 * first object.
 */
export function* listShowsAnyState(history: History, list: Exchange): Generator<Observation> {
  const past = yield* answeredPast(history, list, { mayBeExpired: false })
  yield* showsOneOf(history, list, {
    possible: statesUpToAnswer(past, list),
    says: 'Any: the list shows one state that the collection was in.',
  })
}

/** LIST-024: the list shows the state at the given version or a later one. */
export function* listShowsNotOlderThan(history: History, list: Exchange): Generator<Observation> {
  const past = yield* answeredPast(history, list)
  const asked = list.request.query['resourceVersion']
  const oldest = yield* statesAt(history, past, asked)
  const possible = statesUpToAnswer(past, list)
  yield* showsOneOf(history, list, {
    possible: possible.filter(moment => oldest.some(one => isEarlierOrSame(one, moment))),
    says: 'Not older than: the list shows one state, that of the given version or a later one.',
  })
  yield verify(past.order.compare(resourceVersionOf(list), asked) !== 'before', {
    says: 'Not older than: the version of the list is not older than the given one.',
    expected: `${asked} or a later version`,
    got: resourceVersionOf(list),
    at: list,
  })
}

/** LIST-025: the list shows the state at the given version, and has that version. */
export function* listShowsExactVersion(history: History, list: Exchange): Generator<Observation> {
  const past = yield* answeredPast(history, list)
  const asked = list.request.query['resourceVersion']
  yield* showsOneOf(history, list, {
    possible: yield* statesAt(history, past, asked),
    says: 'Exact: the list shows the state at the given version.',
  })
  yield verify(resourceVersionOf(list) === asked, {
    says: 'Exact: the list has the given version.',
    expected: asked,
    got: resourceVersionOf(list),
    at: list,
  })
}

/**
 * LIST-026: the list shows the items after the chunk that issued the token, from the same state.
 */
export const listShowsNextChunkOf = (label: string): ListLaw =>
  function* (history, list) {
    const first = exchangeAt(history, label)
    yield* requireLists(history, first)
    const past = yield* answeredPast(history, list)
    const before = ownItems(history, first).map(item => itemText(history, item))
    const next = ownItems(history, list).map(item => itemText(history, item))
    const states = statesOfMostRecentRead(past, first).map(({ state }) =>
      textsOf(history, state, first),
    )
    const rests = states
      .filter(texts => before.every(text => texts.includes(text)))
      .map(texts => texts.filter(text => !before.includes(text)))
    yield* precondition(rests.length > 0, `${label} shows no state of the collection`)
    yield verify(
      rests.some(rest => isChunkOf(rest, next, list)),
      {
        says: 'Continuation: the list continues after the chunk that returned the token, in the same state.',
        expected: alternatives(rests),
        got: next.toSorted(),
        at: list,
      },
    )
  }

/** A combination that the table calls invalid is refused, while the valid twin is accepted. */
export const listIsRefusedUnlikeControl = (twin: string, status?: 400): ListLaw =>
  function* (history, list) {
    yield* requireLists(history, exchangeAt(history, twin))
    yield* precondition(isAnswerTo(list), `${list.step} returned ${answerSummary(list)}`)
    const isRefusal = isFinalRefusal(list) && bodyValueAt(list, '/items') === undefined
    yield verify(isRefusal && [undefined, list.answer?.status].includes(status), {
      says: 'A combination that the list table calls invalid is refused, without list content.',
      expected:
        status === undefined
          ? anyRefusal('a 4xx answer without items')
          : refusalWith(status, 'answer without items'),
      got: answerSummary(list),
      at: list,
    })
  }

/**
 * Returns the possible states of the collection, if the list was answered. A refusal violates the
 * rule, because the table allows the combination. The exception is an expired version if the
 * request gave one (GET-006).
 */
function* answeredPast(
  history: History,
  list: Exchange,
  { mayBeExpired = true }: { mayBeExpired?: boolean } = {},
): Generator<Observation, StateHistory> {
  yield* requireSetup(history)
  const isExcused = list.answer?.status === 410 && mayBeExpired
  yield* precondition(
    isAnswerTo(list) && !isExcused,
    `${list.step} returned ${answerSummary(list)}`,
  )
  if (isFinalRefusal(list))
    yield verify(false, {
      says: 'A combination that the list table allows returns a list.',
      expected: 'a list',
      got: answerSummary(list),
      at: list,
    })
  yield* requireLists(history, list)
  const past = yield* stateHistoryOf(history, list.about?.role ?? 'main')
  yield* requireOwnVersions(past, ownItems(history, list))
  return past
}

/**
 * Reports whether the answer is about the request itself, not a server failure or a lack of
 * permissions.
 */
const isAnswerTo = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status < 500 && ![401, 403, 404, 429].includes(answer.status)

/** Returns the states that a version can mean: those of the write or of the list that issued it. */
function* statesAt(
  history: History,
  past: StateHistory,
  asked: string | undefined,
): Generator<Observation, PossibleState[]> {
  const write = writeOfVersion(past, asked)
  if (write) return statesAtWrite(past, write)

  const list = history.exchanges.find(
    one =>
      itemsOf(one) && resourceVersionOf(one) === asked && !('resourceVersion' in one.request.query),
  )
  yield* precondition(list !== undefined, 'no write or list of this history has that version')
  if (!list) return []
  const possible = statesShown(history, past, list)
  yield* precondition(possible.length > 0, `${list.step} shows no state of the collection`)
  return possible
}

function* showsOneOf(
  history: History,
  list: Exchange,
  { possible, says }: { possible: PossibleState[]; says: string },
): Generator<Observation> {
  const found = ownItems(history, list).map(item => itemText(history, item))
  const states = possible.map(({ state }) => textsOf(history, state, list))
  yield* precondition(states.length > 0, 'no state of the collection matches what was read before')
  yield verify(
    states.some(state => isChunkOf(state, found, list)),
    {
      says,
      expected: alternatives(states),
      got: found.toSorted(),
      at: list,
    },
  )
}

/** Returns the states that a list without a version may show and does show. */
export function statesShown(history: History, past: StateHistory, list: Exchange): PossibleState[] {
  const found = ownItems(history, list).map(item => itemText(history, item))
  return statesOfMostRecentRead(past, list).filter(({ state }) =>
    isChunkOf(textsOf(history, state, list), found, list),
  )
}

/** Reports whether the items are all those of a state, or a subset if the list was truncated. */
function isChunkOf(state: string[], found: string[], list: Exchange): boolean {
  const isCut = Boolean(bodyValueAt(list, '/metadata/continue'))
  const hasOnly = found.every(text => state.includes(text)) && new Set(found).size === found.length
  return hasOnly && (isCut || found.length === state.length)
}

const textsOf = (history: History, state: PossibleState['state'], list: Exchange): string[] =>
  stateTexts(history, stateInScope(state, list).values())

function alternatives(states: string[][]): string {
  const different = [...new Set(states.map(state => JSON.stringify(state)))]
  return different.length === 1 ? (different[0] ?? '') : `one of ${different.join(' or ')}`
}
