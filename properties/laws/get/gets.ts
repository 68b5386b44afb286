// Judges the state of an object that a get shows: a version that it had, or its absence.

import type { Exchange, History, Item } from '../../history/history.ts'
import { answerSummary, bodyValueAt, isSuccess, resourceVersionOf } from '../../history/history.ts'
import {
  isEarlierOrSame,
  statesOfMostRecentRead,
  statesAtWrite,
  statesUpToAnswer,
  stateHistoryOf,
  writeOfVersion,
} from '../../history/possible-states.ts'
import type { PossibleState, StateHistory } from '../../history/possible-states.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireOwnVersions, requireSetup } from '../preconditions.ts'

/**
 * GET-001: a get shows the state after every write acknowledged before it, or after a later
 * concurrent one.
 */
export function* getShowsMostRecent(history: History, get: Exchange): Generator<Observation> {
  const past = yield* answeredPast(history, get)
  yield* findsOneOf(get, {
    states: statesOfMostRecentRead(past, get),
    says: 'A get without a version returns the state after all writes acknowledged before it.',
  })
}

/**
 * GET-002: a get at version 0 shows the object in any state that it had, or its absence before the
 * create.
 */
export function* getShowsAnyState(history: History, get: Exchange): Generator<Observation> {
  const past = yield* answeredPast(history, get)
  yield* findsOneOf(get, {
    states: statesUpToAnswer(past, get),
    says: 'A get at version 0 shows the object as it was at some time.',
  })
}

/**
 * GET-003: a get shows the object after the write that produced the version, or after a later one.
 */
export function* getShowsNotOlderThan(history: History, get: Exchange): Generator<Observation> {
  const past = yield* answeredPast(history, get)
  const write = writeOfVersion(past, get.request.query['resourceVersion'])
  yield* precondition(write !== undefined, 'no write of this history has that version')
  if (!write) return

  const oldest = statesAtWrite(past, write)
  yield* findsOneOf(get, {
    states: statesUpToAnswer(past, get).filter(one =>
      oldest.some(first => isEarlierOrSame(first, one)),
    ),
    says: 'A get at a version shows the object as of that version or a later one.',
  })
}

/**
 * Returns the states that a get may show. A 404 is a regular answer. A refusal because of the
 * version violates the rule, except that an old version may have expired (GET-006).
 */
function* answeredPast(history: History, get: Exchange): Generator<Observation, StateHistory> {
  yield* requireSetup(history)
  const status = get.answer?.status ?? 503
  const isAnswer = status < 500 && ![401, 403, 410, 429].includes(status)
  yield* precondition(isAnswer, `${get.step} returned ${answerSummary(get)}`)
  const isServed = isSuccess(get) || status === 404
  if (!isServed)
    yield verify(false, {
      says: 'A get returns the object, whichever version is requested.',
      expected: 'the object',
      got: answerSummary(get),
      at: get,
    })
  yield* precondition(isServed, 'there is nothing to compare')
  const past = yield* stateHistoryOf(history, get.about?.role ?? 'main')
  if (isSuccess(get)) yield* requireOwnVersions(past, [get.answer?.body as Item])
  return past
}

function* findsOneOf(
  get: Exchange,
  { states, says }: { states: PossibleState[]; says: string },
): Generator<Observation> {
  const key = `${get.about?.namespace ?? ''}/${get.about?.name ?? ''}`
  const possible = states.map(({ state }) => textOf(state.get(key)))
  yield* precondition(possible.length > 0, 'no state of the object matches what was read before')
  const found = isSuccess(get) ? `version ${String(resourceVersionOf(get))}` : 'nothing'
  yield verify(possible.includes(found), {
    says,
    expected: [...new Set(possible)].join(' or '),
    got: isSuccess(get)
      ? found
      : `nothing (${answerSummary(get)}) ${String(bodyValueAt(get, '/message') ?? '')}`,
    at: get,
  })
}

const textOf = (item: Item | undefined): string =>
  item ? `version ${String(item.metadata['resourceVersion'])}` : 'nothing'
