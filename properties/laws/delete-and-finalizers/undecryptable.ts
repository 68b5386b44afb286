// Judges a forced deletion of an object that its server cannot decrypt.

import { answerSummary, exchangeAt, type History, isSuccess } from '../../history/history.ts'
import {
  applicable,
  precondition,
  refusalWith,
  type Observation,
  verify,
} from '../../history/observation.ts'
import { readLabel } from '../../scenarios/encryption/stored-objects.ts'
import { requireCreated } from '../encryption/stored-objects.ts'

/** The forced deletion removes what an ordinary one cannot delete. */
export function* forcedDeleteRemovesUndecryptable(history: History): Generator<Observation> {
  yield* requireCreated(history, 'Secret')
  yield* requireCreated(history, 'Lease')
  const lease = exchangeAt(history, 'forced lease')
  yield* applicable(
    lease.answer?.status !== 404,
    'the servers of one `data` do not share their stored objects',
  )
  yield* applicable(
    !isSuccess(lease),
    'the server deletes a readable object with the option, so it does not know it',
  )
  for (const label of [readLabel('Secret', 'encrypting'), 'between']) {
    const control = exchangeAt(history, label)
    yield* precondition(isSuccess(control), `${label} returned ${answerSummary(control)}`)
  }
  const ordinary = exchangeAt(history, 'ordinary')
  yield* precondition(
    ordinary.answer !== undefined && !isSuccess(ordinary),
    `the ordinary deletion returned ${answerSummary(ordinary)}`,
  )
  const [forced, after] = [exchangeAt(history, 'forced'), exchangeAt(history, 'after')]
  const says = 'The forced deletion removes an object that cannot be decrypted.'
  yield verify(isSuccess(forced), {
    says,
    expected: 'success',
    got: answerSummary(forced),
    at: forced,
  })
  yield verify(after.answer?.status === 404, {
    says,
    expected: refusalWith(404, 'afterwards'),
    got: answerSummary(after),
    at: after,
  })
}
