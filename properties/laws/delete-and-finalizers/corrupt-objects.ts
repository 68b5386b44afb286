// What a server does with an object that it cannot read: nothing, unless it is told by force.

import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireSuccess } from '../preconditions.ts'

/** The object was readable, and is not any more: the target's own control has seen to it. */
export function* requireUnreadableObject(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'readable')
  const { answer } = exchangeAt(history, 'unreadable')
  const isUnreadable = answer !== undefined && answer.status >= 500
  yield* precondition(
    isUnreadable,
    `the object can still be read: ${answerSummary(exchangeAt(history, 'unreadable'))}`,
  )
}

/** A delete of what cannot be read fails; that it could not be found later would belie that. */
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

/** The object is there as before: still unreadable, and so neither gone nor mended. */
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

/** A delete by force succeeds, and the object is gone at once. */
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

/** A server too busy to answer says nothing; one that fails to do what it offers does. */
function* decidedOrFailed(history: History, label: string) {
  const exchange = exchangeAt(history, label)
  const status = exchange.answer?.status ?? 503
  yield* precondition(
    ![429, 503, 504].includes(status),
    `${label} returned ${answerSummary(exchange)}`,
  )
  return exchange
}
