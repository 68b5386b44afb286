// DEL-028, DEL-029: nothing outlives its namespace, also where it is created while that goes. For the
// labels see scenarios/namespace-races.ts.

import type { History } from '../../history/history.ts'
import { answered, at, ownItems, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { decided } from '../decisions.ts'
import { done, listed } from '../premises.ts'

/** A create beside the deletion is carried out or refused, and none of them leaves an object. */
export function* nothingOutlivesItsNamespace(history: History): Generator<Observation> {
  yield* done(history, 'namespace', 'deleted', 'again')
  yield* given(at(history, 'gone').answer?.status === 404, 'the namespace is not gone yet')
  for (const { step } of history.exchanges.filter(one => one.step.startsWith('late '))) {
    const late = yield* decided(history, step)
    yield holds(succeeded(late) || [403, 404].includes(late.answer?.status ?? 0), {
      says: 'A create in a namespace that is deleted is carried out, forbidden or not found.',
      expected: 'success, 403 or 404',
      got: answered(late),
      at: late,
    })
  }
  for (const left of history.exchanges.filter(one => one.step.startsWith('left '))) {
    yield* listed(history, left)
    const found = ownItems(history, left).map(({ metadata }) => metadata['name'])
    yield holds(found.length === 0, {
      says: 'Nothing outlives its namespace.',
      expected: 'no object',
      got: found,
      at: left,
    })
  }
}
