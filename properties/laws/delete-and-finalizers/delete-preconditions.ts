// Judges the preconditions of a DELETE that do not hold. On a server that gives objects no uid,
// only those about the version apply.

import type { History } from '../../history/history.ts'
import { answerSummary, bodyValueAt, exchangeAt, rolesIn } from '../../history/history.ts'
import { applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { writableRoles } from '../../scenarios/updates.ts'
import { identityShown, requireIdentity } from '../identity.ts'
import { requireSuccess } from '../preconditions.ts'
import { refusesWith } from '../status.ts'

/** K8S-DEL-015: a DELETE with other preconditions (`fault`) is refused and deletes nothing. */
export function* unmetPreconditionsDeleteNothing(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'other', 'twin')
  const [object, other] = [exchangeAt(history, 'object'), exchangeAt(history, 'other')]
  const identity = yield* requireIdentity(history, object)
  const hasUids = identity.by === 'uid'
  yield* applicable(hasUids || sendsOnlyAVersion(history), 'objects have no uid')
  for (const pointer of [...(hasUids ? ['/metadata/uid'] : []), '/metadata/resourceVersion'])
    yield* precondition(
      bodyValueAt(object, pointer) !== bodyValueAt(other, pointer),
      'two objects share uid or version',
    )
  const wanted = { code: 409, reason: 'Conflict' }
  const says = 'A DELETE with preconditions that do not hold is refused with 409 Conflict.'
  yield* refusesWith(history, 'fault', wanted, says)
  const after = exchangeAt(history, 'after')
  yield verify(identityShown(identity, after.answer?.body) === identity.text, {
    says: 'A DELETE whose preconditions do not hold deletes nothing.',
    expected: 'the object',
    got: answerSummary(after),
    at: after,
  })
}

/** K8S-DEL-020: a DELETE of a missing object is refused with 404, whatever its preconditions. */
export function* missingObjectIsNotFound(history: History): Generator<Observation> {
  for (const role of rolesIn(history, writableRoles)) {
    yield* requireSuccess(history, `object ${role}`)
    for (const of of ['uid', 'version', 'both'])
      yield* refusesWith(
        history,
        `missing ${of} ${role}`,
        { code: 404, reason: 'NotFound' },
        'A DELETE of a missing object with preconditions is refused with 404.',
      )
  }
}

/** Without uids, a request that contains that of an object is not sent. */
function sendsOnlyAVersion(history: History): boolean {
  const sent: unknown = JSON.parse(exchangeAt(history, 'fault').request.body ?? 'null')
  return (
    valueAt(sent, '/preconditions/resourceVersion') !== undefined &&
    valueAt(sent, '/preconditions/uid') === undefined
  )
}
