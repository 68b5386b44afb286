// Judges the status and scale subresources of custom objects. The labels are in
// scenarios/custom-subresources.ts.

import type { History } from '../../history/history.ts'
import { exchangeAt, bodyValueAt, isSuccess, resourceVersionOf } from '../../history/history.ts'
import { precondition } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import {
  answersAgree,
  requireEstablishedTypes,
  hasStatusCode,
  answerLacks,
  answerIncludes,
} from './custom-answers.ts'
import { requireUntouched } from '../other-writers.ts'
import { requireSuccess, requireNotOvertaken } from '../preconditions.ts'
import { refusesWith } from '../status.ts'

/** K8S-CR-070: a write to the main resource does not change the status. */
export function* objectWriteIgnoresStatus(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  const says = 'Writes to an object do not change its status.'
  yield* answerLacks(history, 'object', ['/status'], says)
  const part = { spec: { color: 'green' }, status: { phase: 'Ready' } }
  yield* requireSuccess(history, 'through status')
  yield* requireNotOvertaken(history, {
    put: 'through object',
    of: 'through status',
    after: 'beside object',
  })
  yield* answerIncludes(history, 'through object', part, says)
  // Whether patches are served is not the subject of this rule.
  const patches = ['merge patch', 'json patch'].filter(label =>
    isSuccess(exchangeAt(history, label)),
  )
  if (patches.length === 0) return
  for (const label of [...patches, 'after patches'])
    yield* answersAgree(history, ['at last', label], ['/status'], says)
}

/** K8S-CR-075: an update of the status with a stale version is a conflict and changes nothing. */
export function* staleStatusIsConflict(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'object', 'first', 'before', 'after')
  const [created, updated] = ['object', 'first'].map(label =>
    resourceVersionOf(exchangeAt(history, label)),
  )
  const isStale = typeof created === 'string' && created !== updated
  yield* precondition(isStale, 'the update of the status did not change the version')
  const says = 'An update of the status with a stale version is a conflict.'
  yield* refusesWith(history, 'stale', { code: 409, reason: 'Conflict' }, says)
  const unchanged = 'A refused update of the status changes nothing.'
  yield* answersAgree(history, ['before', 'after'], ['/status'], unchanged)
}

/** K8S-CR-071: a write to the status subresource changes only the status. */
export function* statusWriteChangesOnlyStatus(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'object')
  yield* requireNotOvertaken(history, {
    put: 'through status',
    of: 'object',
    after: 'beside status',
  })
  const says = 'Writes to the status subresource change only the status.'
  yield* answerIncludes(history, 'through status', { status: { phase: 'Ready' } }, says)
  yield* answersAgree(history, ['object', 'through status'], ['/spec', '/metadata/labels'], says)
  yield* requireSuccess(history, 'through object')
  yield* answerIncludes(history, 'patch of status', { status: { phase: 'Done' } }, says)
  yield* answersAgree(history, ['through object', 'patch of status'], ['/spec'], says)
  yield* answersAgree(
    history,
    ['after', 'get of status'],
    ['/spec', '/status', '/metadata/uid'],
    says,
  )
  yield* requireNotOvertaken(history, { put: 'invalid', of: 'after', after: 'at last' })
  const causes = [{ reason: 'FieldValueTypeInvalid', field: 'status.phase' }]
  const invalid = 'A status that does not match its schema is refused.'
  yield* refusesWith(history, 'invalid', { code: 422, reason: 'Invalid', causes }, invalid)
}

/** K8S-CR-072: without the subresource the status is an ordinary field. */
export function* statusIsAnOrdinaryField(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'notes')
  const says = 'Without a status subresource, status is an ordinary field.'
  yield* answerIncludes(history, 'object', { status: { phase: 'Made' } }, says)
  yield* requireNotOvertaken(history, { put: 'changed', of: 'object', after: 'after' })
  yield* answerIncludes(history, 'changed', { status: { phase: 'Ready' } }, says)
  const missing = 'Subresources that the CRD does not enable return 404.'
  for (const label of ['get of status', 'get of scale', 'patch of status'])
    yield* hasStatusCode(history, label, 404, missing)
  yield* answersAgree(history, ['changed', 'after'], ['/status'], says)
  yield* requireUntouched(history, 'changed', 'after')
  yield* answersAgree(history, ['changed', 'after'], ['/metadata/resourceVersion'], says)
}

/** K8S-CR-073: the scale shows the replicas and the selector of the object. */
export function* scaleShowsReplicas(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'object', 'reported', 'beside scale')
  yield* requireUntouched(history, 'reported', 'beside scale')
  const says = 'The scale subresource returns the replicas and the selector of the object.'
  const { name, uid, resourceVersion } = (bodyValueAt(
    exchangeAt(history, 'reported'),
    '/metadata',
  ) ?? {}) as {
    name?: string
    uid?: string
    resourceVersion?: string
  }
  const scale = {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, uid, resourceVersion },
    spec: { replicas: 3 },
    status: { replicas: 2, selector: 'app=x' },
  }
  yield* answerIncludes(history, 'scale', scale, says)
}

/** K8S-CR-074: writes to the scale change only the replicas. */
export function* scaleWriteChangesReplicas(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'object', 'reported', 'scale')
  const says = 'Writes to the scale subresource change only the replicas.'
  yield* requireNotOvertaken(history, { put: 'written', of: 'scale', after: 'after write' })
  yield* answerIncludes(history, 'written', { kind: 'Scale', spec: { replicas: 5 } }, says)
  const after = { spec: { color: 'red', replicas: 5 }, metadata: { generation: 2 } }
  yield* answerIncludes(history, 'after write', after, says)
  yield* answersAgree(history, ['reported', 'after write'], ['/status', '/metadata/labels'], says)
  const stale = 'A write to scale with a stale version is a conflict.'
  yield* refusesWith(history, 'stale', { code: 409, reason: 'Conflict' }, stale)
  yield* answerIncludes(history, 'patched', { kind: 'Scale', spec: { replicas: 7 } }, says)
  const negative = 'A negative number of replicas is refused.'
  yield* refusesWith(history, 'negative', { code: 422, reason: 'Invalid' }, negative)
  yield* answerIncludes(history, 'after', { spec: { replicas: 7 } }, says)
}
