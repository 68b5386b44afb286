// DEL-028, DEL-029: no object outlives its namespace, even if it is created during the deletion.
// The labels are in scenarios/namespace-races.ts.

import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt, ownItems, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess, requireLists } from '../preconditions.ts'

/**
 * A create that is concurrent with the deletion succeeds or is refused, and leaves no object in
 * either case.
 */
export function* nothingOutlivesItsNamespace(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'namespace', 'deleted', 'again')
  yield* precondition(
    exchangeAt(history, 'gone').answer?.status === 404,
    'the namespace is not removed yet',
  )
  for (const { step } of history.exchanges.filter(one => one.step.startsWith('late '))) {
    const late = yield* requireDecision(history, step)
    yield verify(isSuccess(late) || [403, 404].includes(late.answer?.status ?? 0), {
      says: 'A create in a namespace that is being deleted succeeds or is refused with 403 or 404.',
      expected: 'success, 403 or 404',
      got: answerSummary(late),
      at: late,
    })
  }
  for (const left of history.exchanges.filter(one => one.step.startsWith('left '))) {
    yield* requireLists(history, left)
    const found = ownItems(history, left).map(({ metadata }) => metadata['name'])
    yield verify(found.length === 0, {
      says: 'Nothing outlives its namespace.',
      expected: 'no object',
      got: found,
      at: left,
    })
  }
}
