// Laws of the status and the scale of custom objects; for the labels see
// scenarios/custom-subresources.ts.

import type { History } from '../../history/history.ts'
import { at, read } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { agree, defined, isAnswered, lacks, shows } from './custom-answers.ts'
import { untouched } from '../other-writers.ts'
import { done, notOvertaken } from '../premises.ts'
import { refusesWith } from '../status.ts'

/** K8S-CR-070: the object's own path writes no status. */
export function* objectWritesNoStatus(history: History): Generator<Observation> {
  yield* defined(history, 'gadgets')
  const says = 'Writes of an object leave its status as it is.'
  yield* lacks(history, 'object', ['/status'], says)
  const part = { spec: { color: 'green' }, status: { phase: 'Ready' } }
  yield* done(history, 'through status')
  yield* notOvertaken(history, {
    put: 'through object',
    of: 'through status',
    after: 'beside object',
  })
  yield* shows(history, 'through object', part, says)
}

/** K8S-CR-071: the path of the status writes nothing else. */
export function* statusWritesNothingElse(history: History): Generator<Observation> {
  yield* defined(history, 'gadgets')
  yield* done(history, 'object')
  yield* notOvertaken(history, { put: 'through status', of: 'object', after: 'beside status' })
  const says = 'Writes of the status of an object leave all else as it is.'
  yield* shows(history, 'through status', { status: { phase: 'Ready' } }, says)
  yield* agree(history, ['object', 'through status'], ['/spec', '/metadata/labels'], says)
  yield* done(history, 'through object')
  yield* shows(history, 'patch of status', { status: { phase: 'Done' } }, says)
  yield* agree(history, ['through object', 'patch of status'], ['/spec'], says)
  yield* agree(history, ['after', 'get of status'], ['/spec', '/status', '/metadata/uid'], says)
  yield* notOvertaken(history, { put: 'invalid', of: 'after', after: 'at last' })
  const causes = [{ reason: 'FieldValueTypeInvalid', field: 'status.phase' }]
  const invalid = 'A status that does not fit its schema is refused.'
  yield* refusesWith(history, 'invalid', { code: 422, reason: 'Invalid', causes }, invalid)
}

/** K8S-CR-072: without the subresource the status is a field like any other. */
export function* statusIsAField(history: History): Generator<Observation> {
  yield* defined(history, 'notes')
  const says = 'Without a status subresource the status is a field like any other.'
  yield* shows(history, 'object', { status: { phase: 'Made' } }, says)
  yield* notOvertaken(history, { put: 'changed', of: 'object', after: 'after' })
  yield* shows(history, 'changed', { status: { phase: 'Ready' } }, says)
  const missing = 'Subresources that a type does not ask for are not there.'
  for (const label of ['get of status', 'get of scale', 'patch of status'])
    yield* isAnswered(history, label, 404, missing)
  yield* agree(history, ['changed', 'after'], ['/status'], says)
  yield* untouched(history, 'changed', 'after')
  yield* agree(history, ['changed', 'after'], ['/metadata/resourceVersion'], says)
}

/** K8S-CR-073: the scale shows what the object says of itself. */
export function* scaleIsShown(history: History): Generator<Observation> {
  yield* defined(history, 'gadgets')
  yield* done(history, 'object', 'reported', 'beside scale')
  yield* untouched(history, 'reported', 'beside scale')
  const says = 'The scale of an object shows its replicas and its selector.'
  const { name, uid, resourceVersion } = (read(at(history, 'reported'), '/metadata') ?? {}) as {
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
  yield* shows(history, 'scale', scale, says)
}

/** K8S-CR-074: writes of the scale change the replicas and nothing else. */
export function* scaleIsWritten(history: History): Generator<Observation> {
  yield* defined(history, 'gadgets')
  yield* done(history, 'object', 'reported', 'scale')
  const says = 'Writes of the scale of an object change its replicas and nothing else.'
  yield* notOvertaken(history, { put: 'written', of: 'scale', after: 'after write' })
  yield* shows(history, 'written', { kind: 'Scale', spec: { replicas: 5 } }, says)
  const after = { spec: { color: 'red', replicas: 5 }, metadata: { generation: 2 } }
  yield* shows(history, 'after write', after, says)
  yield* agree(history, ['reported', 'after write'], ['/status', '/metadata/labels'], says)
  const stale = 'A scale that is based on an old version is a conflict.'
  yield* refusesWith(history, 'stale', { code: 409, reason: 'Conflict' }, stale)
  yield* shows(history, 'patched', { kind: 'Scale', spec: { replicas: 7 } }, says)
  const negative = 'Less than no replicas are refused.'
  yield* refusesWith(history, 'negative', { code: 422, reason: 'Invalid' }, negative)
  yield* shows(history, 'after', { spec: { replicas: 7 } }, says)
}
