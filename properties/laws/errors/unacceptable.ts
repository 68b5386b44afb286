// What is answered when nothing that a client accepts can be served.

import type { History } from '../../history/history.ts'
import { answered, at } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { decided, findsNothing } from '../decisions.ts'
import { done } from '../premises.ts'

/**
 * ERR-007: a get, a list and a create (`refused …`) beside twins that accept JSON. A create that is
 * refused leaves nothing behind (`after`).
 */
export function* nothingAcceptableIs406(history: History): Generator<Observation> {
  yield* done(history, 'object', 'twin get', 'twin list')
  for (const label of ['refused get', 'refused list', 'refused create']) {
    const exchange = yield* decided(history, label)
    yield holds(exchange.answer?.status === 406, {
      says: 'If none of the accepted media types can be served, the answer is 406.',
      expected: 406,
      got: answered(exchange),
      at: exchange,
    })
  }
  yield* given(at(history, 'refused create').answer?.status === 406, 'the create was not refused')
  yield* findsNothing(history, 'after', 'What is answered 406 is not carried out.')
}
