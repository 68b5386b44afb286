// Judges requests for which no accepted media type can be served.

import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt } from '../../history/history.ts'
import { precondition, refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision, findsNothing } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'

/**
 * ERR-007: a get, a list and a create (`refused …`) return 406, while their twins that accept JSON
 * succeed. The refused create stores nothing (`after`).
 */
export function* nothingAcceptableIs406(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin get', 'twin list')
  for (const label of ['refused get', 'refused list', 'refused create']) {
    const exchange = yield* requireDecision(history, label)
    yield verify(exchange.answer?.status === 406, {
      says: 'If none of the accepted media types can be served, the answer is 406.',
      expected: refusalWith(406),
      got: answerSummary(exchange),
      at: exchange,
    })
  }
  yield* precondition(
    exchangeAt(history, 'refused create').answer?.status === 406,
    'the create was not refused',
  )
  yield* findsNothing(history, 'after', 'A request that is refused with 406 has no effect.')
}
