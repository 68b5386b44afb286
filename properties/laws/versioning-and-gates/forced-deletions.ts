// Judges deletions of an object that a server cannot read
// (scenarios/versioning-and-gates/forced-deletions.ts).

import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt, isSuccess } from '../../history/history.ts'
import { anyRefusal, applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

/** A deletion is forced only with the gate, which is off by default. */
export function* gateIsOffByDefault(history: History): Generator<Observation> {
  for (const label of ['namespace', 'object']) {
    const exchange = exchangeAt(history, label)
    yield* applicable(exchange.answer?.status !== 404, `the servers have no place for ${label}`)
    yield* precondition(isSuccess(exchange), `${label} returned ${answerSummary(exchange)}`)
  }
  const unreadable = exchangeAt(history, 'unreadable')
  yield* applicable(
    unreadable.answer?.status !== 404,
    'the servers of one `data` do not share their stored objects',
  )
  yield* precondition(
    (unreadable.answer?.status ?? 0) >= 500,
    `a server without the key can read the object: ${answerSummary(unreadable)}`,
  )
  const refused = exchangeAt(history, 'refused')
  yield* precondition(refused.answer !== undefined, 'the deletion has no answer')
  const after = exchangeAt(history, 'after refusal')
  yield verify(!isSuccess(refused) && isSuccess(after), {
    says: 'Without gate settings, unreadable objects cannot be deleted by force.',
    expected: anyRefusal('a refusal, and the object stays'),
    got: isSuccess(refused) ? answerSummary(refused) : answerSummary(after),
    at: 'refused',
  })
  const forced = exchangeAt(history, 'forced')
  yield verify(isSuccess(forced) && exchangeAt(history, 'after deletion').answer?.status === 404, {
    says: 'With the gate, unreadable objects can be deleted by force.',
    expected: 'a success, and no object',
    got: `${answerSummary(forced)}, then ${answerSummary(exchangeAt(history, 'after deletion'))}`,
    at: 'forced',
  })
}
