// What a server does with an object that it cannot read: nothing, unless it is told by force.

import type { History } from '../../history/history.ts'
import { answered, at, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { done } from '../premises.ts'

/** The object was readable, and is not any more: the target's own control has seen to it. */
export function* becameUnreadable(history: History): Generator<Observation> {
  yield* done(history, 'object', 'readable')
  const { answer } = at(history, 'unreadable')
  const isUnreadable = answer !== undefined && answer.status >= 500
  yield* given(isUnreadable, `the object can still be read: ${answered(at(history, 'unreadable'))}`)
}

/** A delete of what cannot be read fails; that it could not be found later would belie that. */
export function* isNotDeleted(history: History, label: string, says: string) {
  const deletion = at(history, label)
  yield* given(deletion.answer !== undefined, `${label}: ${deletion.problem}`)
  yield holds(!succeeded(deletion), {
    says,
    expected: 'a failure',
    got: answered(deletion),
    at: deletion,
  })
}

/** The object is there as before: still unreadable, and so neither gone nor mended. */
export function* isStillThere(history: History, label: string, says: string) {
  const look = at(history, label)
  yield* given(look.answer !== undefined, `${label}: ${look.problem}`)
  yield holds(look.answer?.status !== 404, {
    says,
    expected: 'the object, readable or not',
    got: answered(look),
    at: look,
  })
}

/** A delete by force succeeds, and the object is gone at once. */
export function* isForcedAway(history: History, says: string): Generator<Observation> {
  yield* becameUnreadable(history)
  const deletion = yield* decidedOrFailed(history, 'forced')
  yield holds(succeeded(deletion), {
    says,
    expected: 'a success',
    got: answered(deletion),
    at: deletion,
  })
  const after = yield* decidedOrFailed(history, 'after')
  yield holds(after.answer?.status === 404, {
    says,
    expected: 'nothing at that name',
    got: answered(after),
    at: after,
  })
}

/** A server too busy to answer says nothing; one that fails to do what it offers does. */
function* decidedOrFailed(history: History, label: string) {
  const exchange = at(history, label)
  const status = exchange.answer?.status ?? 503
  yield* given(![429, 503, 504].includes(status), `${label} answered ${answered(exchange)}`)
  return exchange
}
