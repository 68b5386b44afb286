// Judges ownership by the behaviour of genuine servers: after any writes the object, its owners and
// all conflicts match the model.

import type { History } from '../../history/history.ts'
import { answerSummary, bodyValueAt, isSuccess, resourceVersionOf } from '../../history/history.ts'
import { containerMark } from '../../models/field-shapes.ts'
import type { FieldValues, FieldShape } from '../../models/field-shapes.ts'
import { conflictPath } from '../../models/field-paths.ts'
import { fieldManagerOf } from '../../models/field-management.ts'
import type { ApplyConflict, ManagedPaths } from '../../models/field-management.ts'
import { precondition, refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import {
  managedFieldsEntries,
  trackedShapeOf,
  observedState,
  modeledWrites,
} from './modeled-writes.ts'
import type { ModeledWrite } from './modeled-writes.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { statusCauses } from '../status.ts'
import { valueAt } from '../../dsl/term.ts'

/** An apply that would change a field of another manager is refused, and no other write is. */
export function* conflictsMatchModel(history: History, shape?: FieldShape): Generator<Observation> {
  for (const { write, predicted } of yield* modeledWrites(history, shape)) {
    const isConflict = predicted.did === 'conflict'
    yield verify(isSuccess(write) !== isConflict, {
      says: 'An apply conflicts exactly if it changes a field of another manager.',
      expected: isConflict ? `conflicts: ${fieldTexts(predicted.conflicts).join(', ')}` : 'success',
      got: answerSummary(write),
      at: write,
    })
    if (predicted.did === 'conflict') yield* namesItsCauses(write, predicted.conflicts)
  }
}

function* namesItsCauses(
  write: ModeledWrite['write'],
  conflicts: ApplyConflict[],
): Generator<Observation> {
  yield verify(write.answer?.status === 409 && bodyValueAt(write, '/reason') === 'Conflict', {
    says: 'A conflict between managers is refused with 409 Conflict.',
    expected: refusalWith(409, 'Conflict'),
    got: answerSummary(write),
    at: write,
  })
  const causes = statusCauses(write).map(cause => ({
    reason: String(valueAt(cause, '/reason')),
    field: String(valueAt(cause, '/field')),
    message: String(valueAt(cause, '/message')),
  }))
  const wanted = fieldTexts(conflicts)
  const found = causes.map(({ field }) => field).toSorted()
  yield verify(wanted.join(' ') === found.join(' '), {
    says: 'A conflict names every field that is in conflict, once for each owner.',
    expected: wanted,
    got: found,
    at: write,
  })
  for (const { owner, path } of conflicts) {
    const { manager } = fieldManagerOf(owner)
    const isNamed = causes.some(
      ({ reason, field, message }) =>
        reason === 'FieldManagerConflict' &&
        field === conflictPath(path) &&
        message.includes(JSON.stringify(manager)),
    )
    yield verify(isNamed, {
      says: 'The cause of a conflict names the field and who owns it.',
      expected: `FieldManagerConflict of ${conflictPath(path)} with ${JSON.stringify(manager)}`,
      got: causes,
      at: write,
    })
  }
}

const fieldTexts = (conflicts: ApplyConflict[]): string[] =>
  conflicts.map(({ path }) => conflictPath(path)).toSorted()

/** After each write the object has the values that the model predicts. */
export function* valuesMatchModel(history: History, shape?: FieldShape): Generator<Observation> {
  for (const modeled of yield* modeledWrites(history, shape)) {
    yield* requirePredictedOutcome(modeled)
    if (modeled.predicted.did === 'conflict') continue
    const followed = shape ?? trackedShapeOf(history, modeled.write)
    const { fields } = observedState(modeled.after, followed)
    const wanted = modeled.predicted.state.fields
    const difference = firstDifference(valuesByPath(wanted), valuesByPath(fields))
    yield verify(difference === undefined, {
      says: 'An apply sets the fields it has, removes those that no manager applies any more, and changes nothing else.',
      ...differenceSides(difference),
      at: modeled.write,
    })
  }
}

/**
 * After each write the managed fields are those that the model predicts, in its answer and in a
 * get.
 */
export function* managersMatchModel(history: History, shape?: FieldShape): Generator<Observation> {
  for (const modeled of yield* modeledWrites(history, shape)) {
    yield* requirePredictedOutcome(modeled)
    if (modeled.predicted.did === 'conflict') continue
    const followed = shape ?? trackedShapeOf(history, modeled.write)
    for (const shown of [modeled.write, modeled.after]) {
      const wanted = pathsByManager(modeled.predicted.state.owners)
      const difference = firstDifference(
        wanted,
        pathsByManager(observedState(shown, followed).owners),
      )
      yield verify(difference === undefined, {
        says: 'After every write, managedFields has the owners of each field.',
        ...differenceSides(difference),
        at: shown,
      })
    }
  }
}

/**
 * A conflict changes nothing. A write without a change keeps the version, the managed fields and
 * their times.
 */
export function* noOpWritesChangeNothing(
  history: History,
  shape?: FieldShape,
): Generator<Observation> {
  let owners: ManagedPaths = new Map()
  for (const modeled of yield* modeledWrites(history, shape)) {
    yield* requirePredictedOutcome(modeled)
    const { write, before, after, predicted } = modeled
    const ownersBefore = owners
    if (predicted.did === 'write') owners = predicted.state.owners
    const isIdle = predicted.did === 'conflict' || !predicted.isChanged
    if (!isIdle || !before || !isSuccess(before)) continue
    const followed = shape ?? trackedShapeOf(history, write)
    const recorded = pathsByManager(observedState(before, followed).owners)
    yield* precondition(
      firstDifference(pathsByManager(ownersBefore), recorded) === undefined,
      `the managed fields before ${write.step} are not those of the model (K8S-APPLY-003)`,
    )
    yield* precondition(isSuccess(after), `${after.step} returned ${answerSummary(after)}`)
    const says =
      'A write that is refused or changes nothing keeps resourceVersion and managedFields.'
    yield verify(resourceVersionOf(after) === resourceVersionOf(before), {
      says,
      expected: resourceVersionOf(before),
      got: resourceVersionOf(after),
      at: write,
    })
    const [was, is] = [before, after].map(({ answer }) => managedFieldsEntries(answer?.body))
    const difference = firstDifference(was, is)
    yield verify(difference === undefined, { says, ...differenceSides(difference), at: write })
  }
}

/** The precondition that the write succeeded or was refused as predicted. */
function* requirePredictedOutcome({ write, predicted }: ModeledWrite): Generator<Observation> {
  const isForetold = isSuccess(write) === (predicted.did === 'write')
  yield* precondition(
    isForetold,
    `${write.step} returned ${answerSummary(write)}, not as the model predicts`,
  )
}

/** Returns values by the texts of their paths. */
export const valuesByPath = (fields: FieldValues = new Map()): Record<string, unknown> =>
  Object.fromEntries(
    [...fields].flatMap(([path, value]) =>
      value === containerMark ? [] : [[conflictPath(path), value]],
    ),
  )

/** Returns the fields of each owner as texts, so that a difference is readable. */
export const pathsByManager = (owners: ManagedPaths): Record<string, Record<string, true>> =>
  Object.fromEntries(
    [...owners].map(([key, paths]) => {
      const { operation, manager, subresource = '' } = fieldManagerOf(key)
      const fields = [...paths].map(path => [conflictPath(path), true] as const)
      return [`${operation} ${manager} ${subresource}`.trim(), Object.fromEntries(fields)]
    }),
  )
