// Judges unreadable stored objects: a server must not change one except by a forced delete.

import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireSuccess } from '../preconditions.ts'

/** The precondition that the target's control made a readable object unreadable. */
export function* requireUnreadableObject(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'readable')
  const { answer } = exchangeAt(history, 'unreadable')
  const isUnreadable = answer !== undefined && answer.status >= 500
  yield* precondition(
    isUnreadable,
    `the object can still be read: ${answerSummary(exchangeAt(history, 'unreadable'))}`,
  )
}

/** A delete of an unreadable object fails. */
export function* unreadableObjectIsNotDeleted(history: History, label: string, says: string) {
  const deletion = exchangeAt(history, label)
  yield* precondition(deletion.answer !== undefined, `${label}: ${deletion.problem}`)
  yield verify(!isSuccess(deletion), {
    says,
    expected: 'a failure',
    got: answerSummary(deletion),
    at: deletion,
  })
}

/** The unreadable object still exists: a get does not return 404. */
export function* unreadableObjectIsStillThere(history: History, label: string, says: string) {
  const look = exchangeAt(history, label)
  yield* precondition(look.answer !== undefined, `${label}: ${look.problem}`)
  yield verify(look.answer?.status !== 404, {
    says,
    expected: 'the object, readable or not',
    got: answerSummary(look),
    at: look,
  })
}

/** A forced delete succeeds, and the object is removed at once. */
export function* forcedDeleteRemovesObject(history: History, says: string): Generator<Observation> {
  yield* requireUnreadableObject(history)
  const deletion = yield* decidedOrFailed(history, 'forced')
  yield verify(isSuccess(deletion), {
    says,
    expected: 'a success',
    got: answerSummary(deletion),
    at: deletion,
  })
  const after = yield* decidedOrFailed(history, 'after')
  yield verify(after.answer?.status === 404, {
    says,
    expected: 'no object with that name',
    got: answerSummary(after),
    at: after,
  })
}

/** The precondition that the server was not too busy to answer. Other failures are judged. */
function* decidedOrFailed(history: History, label: string) {
  const exchange = exchangeAt(history, label)
  const status = exchange.answer?.status ?? 503
  yield* precondition(
    ![429, 503, 504].includes(status),
    `${label} returned ${answerSummary(exchange)}`,
  )
  return exchange
}
