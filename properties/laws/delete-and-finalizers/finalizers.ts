// Judges metadata.finalizers: an array of strings that any permitted client may reorder.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess, requireNotOvertaken } from '../preconditions.ts'
import { faultsAreRefused } from '../refusals.ts'
import { fieldFollowsRule, matchesForm } from '../object-fields/server-set-fields.ts'
import { detailsOf, ownObjectName } from '../status.ts'

const pointer = '/metadata/finalizers'

/** OBJ-029: a get returns the sent finalizers as an array of strings. */
export function* finalizersAreStrings(
  history: History,
  { write, reading }: { write: string; reading: string },
): Generator<Observation> {
  yield* requireSuccess(history, write, reading)
  const sent = sentFinalizers(exchangeAt(history, write))
  for (const label of [write, reading]) {
    const got = bodyValueAt(exchangeAt(history, label), pointer)
    const all: unknown[] = Array.isArray(got) ? got : []
    const isTexts = !all.some(one => typeof one !== 'string')
    yield verify(isTexts && sent.every(one => all.includes(one)), {
      says: 'metadata.finalizers is stored and returned as an array of strings.',
      expected: sent,
      got: JSON.stringify(got) ?? 'nothing',
      at: label,
    })
  }
}

/** OBJ-030: an update that reorders the finalizers is accepted and stored. */
export function* finalizersAreReordered(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'read')
  const put = yield* requireDecision(history, 'put')
  yield* requireNotOvertaken(history, { put: 'put', of: 'object', after: 'read' })
  yield verify(isSuccess(put), {
    says: 'An update that reorders the finalizers is accepted.',
    expected: 'success',
    got: answerSummary(put),
    at: put,
  })
  const sent = sentFinalizers(put)
  // The server may have added finalizers.
  const got = ownFinalizers(exchangeAt(history, 'read'), sent)
  yield verify(JSON.stringify(got) === JSON.stringify(sent), {
    says: 'The server enforces no order of finalizers.',
    expected: sent,
    got,
    at: 'read',
  })
}

const sentFinalizers = ({ request }: Exchange): unknown[] =>
  (valueAt(JSON.parse(request.body ?? 'null'), pointer) ?? []) as unknown[]

function ownFinalizers(reading: Exchange, sent: unknown[]): unknown {
  const got = bodyValueAt(reading, pointer)
  return Array.isArray(got) ? got.filter(one => sent.includes(one)) : got
}

function* isFinalizing(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'deleted', 'held')
  const isHeld =
    typeof bodyValueAt(exchangeAt(history, 'held'), '/metadata/deletionTimestamp') === 'string'
  yield* precondition(isHeld, 'the object is not held by its finalizer')
}

const isTimestamp = matchesForm(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

/** K8S-OBJ-018: creation and deletion timestamps have the same form. */
export function* timestampsAreInSeconds(history: History): Generator<Observation> {
  yield* isFinalizing(history)
  yield* requireSuccess(history, 'other', 'third')
  const says = 'Timestamps of metadata are RFC 3339 in UTC with seconds.'
  const rule = { says, expected: '2025-01-31T12:00:00Z', is: isTimestamp }
  for (const label of ['object', 'other', 'third'])
    yield fieldFollowsRule(history, label, { pointer: '/metadata/creationTimestamp', ...rule })
  yield fieldFollowsRule(history, 'held', { pointer: '/metadata/deletionTimestamp', ...rule })
}

/** K8S-OBJ-022: an update cannot change the deletionTimestamp. */
export function* deletionTimestampStays(history: History): Generator<Observation> {
  yield* isFinalizing(history)
  yield* requireSuccess(history, 'kept', 'revived', 'after')
  const deleted = bodyValueAt(exchangeAt(history, 'held'), '/metadata/deletionTimestamp')
  for (const label of ['revived', 'after'])
    yield fieldFollowsRule(history, label, {
      pointer: '/metadata/deletionTimestamp',
      says: 'A PUT without the deletionTimestamp does not undo the deletion.',
      expected: String(deleted),
      is: value => value === deleted,
    })
}

/** K8S-OBJ-023: an object that is being deleted accepts no new finalizers. */
export function* lateFinalizerIsRefused(history: History): Generator<Observation> {
  yield* isFinalizing(history)
  yield* faultsAreRefused({
    twins: ['twin'],
    faults: ['joined'],
    wanted: {
      code: 422,
      reason: 'Invalid',
      details: detailsOf(history, 'core', 'kind', ownObjectName(history, 'x')),
      causes: [{ reason: 'FieldValueForbidden', field: 'metadata.finalizers' }],
    },
    says: 'A PUT that adds a finalizer to an object that is being deleted is refused with 422.',
  })(history)
}
