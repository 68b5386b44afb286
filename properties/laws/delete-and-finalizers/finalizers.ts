// Laws of metadata.finalizers: an array of strings that any permitted actor may reorder.

import type { Exchange, History } from '../../history/history.ts'
import { answered, at, read, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { decided } from '../decisions.ts'
import { done, notOvertaken } from '../premises.ts'
import { faultsAreRefused } from '../refusals.ts'
import { fieldIs, isText } from '../object-fields/server-set-fields.ts'
import { detailsOf, ownName } from '../status.ts'

const pointer = '/metadata/finalizers'

/** OBJ-029: the finalizers that were sent are read back as an array of strings. */
export function* finalizersAreTexts(
  history: History,
  { write, reading }: { write: string; reading: string },
): Generator<Observation> {
  yield* done(history, write, reading)
  const sent = sentFinalizers(at(history, write))
  for (const label of [write, reading]) {
    const got = read(at(history, label), pointer)
    const all: unknown[] = Array.isArray(got) ? got : []
    const isTexts = !all.some(one => typeof one !== 'string')
    yield holds(isTexts && sent.every(one => all.includes(one)), {
      says: 'metadata.finalizers is stored and returned as an array of strings.',
      expected: sent,
      got: JSON.stringify(got) ?? 'nothing',
      at: label,
    })
  }
}

/** OBJ-030: an update that reorders the finalizers is accepted, and its order is read back. */
export function* finalizersAreReordered(history: History): Generator<Observation> {
  yield* done(history, 'object', 'read')
  const put = yield* decided(history, 'put')
  yield* notOvertaken(history, { put: 'put', of: 'object', after: 'read' })
  yield holds(succeeded(put), {
    says: 'An update that reorders the finalizers is accepted.',
    expected: 'success',
    got: answered(put),
    at: put,
  })
  const sent = sentFinalizers(put)
  // The server may hold finalizers of its own among them.
  const got = ownFinalizers(at(history, 'read'), sent)
  yield holds(JSON.stringify(got) === JSON.stringify(sent), {
    says: 'The server enforces no order of finalizers.',
    expected: sent,
    got,
    at: 'read',
  })
}

const sentFinalizers = ({ request }: Exchange): unknown[] =>
  (valueAt(JSON.parse(request.body ?? 'null'), pointer) ?? []) as unknown[]

function ownFinalizers(reading: Exchange, sent: unknown[]): unknown {
  const got = read(reading, pointer)
  return Array.isArray(got) ? got.filter(one => sent.includes(one)) : got
}

function* isFinalizing(history: History): Generator<Observation> {
  yield* done(history, 'object', 'deleted', 'held')
  const isHeld = typeof read(at(history, 'held'), '/metadata/deletionTimestamp') === 'string'
  yield* given(isHeld, 'the object is not held by its finalizer')
}

const isTimestamp = isText(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

/** K8S-OBJ-018: both timestamps of objects, one of them being deleted, have the same form. */
export function* timestampsAreInSeconds(history: History): Generator<Observation> {
  yield* isFinalizing(history)
  yield* done(history, 'other', 'third')
  const says = 'Timestamps of metadata are RFC 3339 in UTC with seconds.'
  const rule = { says, expected: '2025-01-31T12:00:00Z', is: isTimestamp }
  for (const label of ['object', 'other', 'third'])
    yield fieldIs(history, label, { at: '/metadata/creationTimestamp', ...rule })
  yield fieldIs(history, 'held', { at: '/metadata/deletionTimestamp', ...rule })
}

/** K8S-OBJ-022: the time of a deletion stays, whatever an update says. */
export function* deletionIsFinal(history: History): Generator<Observation> {
  yield* isFinalizing(history)
  yield* done(history, 'kept', 'revived', 'after')
  const deleted = read(at(history, 'held'), '/metadata/deletionTimestamp')
  for (const label of ['revived', 'after'])
    yield fieldIs(history, label, {
      at: '/metadata/deletionTimestamp',
      says: 'A PUT that drops deletionTimestamp does not undo the deletion.',
      expected: String(deleted),
      is: value => value === deleted,
    })
}

/** K8S-OBJ-023: what is being deleted gets no more finalizers. */
export function* lateFinalizerIsRefused(history: History): Generator<Observation> {
  yield* isFinalizing(history)
  yield* faultsAreRefused({
    twins: ['twin'],
    faults: ['joined'],
    wanted: {
      code: 422,
      reason: 'Invalid',
      details: detailsOf(history, 'core', 'kind', ownName(history, 'x')),
      causes: [{ reason: 'FieldValueForbidden', field: 'metadata.finalizers' }],
    },
    says: 'A PUT that adds a finalizer to an object that is being deleted is answered 422.',
  })(history)
}
