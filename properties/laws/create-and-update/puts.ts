// Judges updates by the behaviour of genuine servers, which differs between types. The labels are
// in scenarios/puts.ts.

import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  roleContentOf,
  bodyValueAt,
  isSuccess,
  rolesIn,
  resourceVersionOf,
} from '../../history/history.ts'
import { applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { writableRoles } from '../../scenarios/updates.ts'
import { withValueAt } from '../../dsl/term.ts'
import type { Json } from '../../dsl/term.ts'
import { firstDifference } from '../../models/json-differences.ts'
import { requireSuccess } from '../preconditions.ts'
import { faultsAreRefusedOf, refusalOf } from '../refusals.ts'
import {
  requireFinalAnswer,
  answersWith,
  detailsOf,
  ownObjectName,
  refusesWith,
} from '../status.ts'
import type { ExpectedStatus } from '../status.ts'

type Habit = 'unconditionalUpdate' | 'createOnUpdate'

const habits: Record<Habit, string> = {
  unconditionalUpdate: 'a PUT without a version',
  createOnUpdate: 'a PUT that creates',
}

/** Returns the roles whose types are known to have this behaviour, or known not to have it. */
function* rolesWith(history: History, habit: Habit, has: boolean): Generator<Observation, Role[]> {
  const found = rolesIn(history, writableRoles).filter(
    role => history.context.types[role][habit] === has,
  )
  yield* applicable(
    found.length > 0,
    `no type of the run is known to ${has ? 'allow' : 'refuse'} ${habits[habit]}`,
  )
  return found
}

/** K8S-WRITE-002: an update returns 200. */
export function* updatesAreAnswered200(history: History): Generator<Observation> {
  for (const role of rolesIn(history, writableRoles)) {
    yield* requireSuccess(history, `object ${role}`)
    const says = 'A PUT on an existing object returns 200.'
    yield* answersWith(history, `update ${role}`, 200, says)
  }
}

/** K8S-WRITE-003: a type with unconditional updates accepts a PUT without a version. */
export function* unversionedUpdateSucceeds(history: History): Generator<Observation> {
  for (const role of yield* rolesWith(history, 'unconditionalUpdate', true)) {
    yield* requireSuccess(history, `object ${role}`, `twin ${role}`)
    const write = yield* requireFinalAnswer(history, `put ${role}`)
    yield verify(write.answer?.status === 200, {
      says: 'A PUT without a version returns 200 for a type with unconditional updates.',
      expected: 200,
      got: answerSummary(write),
      at: write,
    })
    const [sent, stored] = [write.request.body, exchangeAt(history, `after ${role}`).answer?.body]
    const wanted = roleContentOf(history, role, JSON.parse(sent ?? 'null'))
    yield verify(roleContentOf(history, role, stored) === wanted, {
      says: 'A PUT without a version replaces the stored object.',
      expected: wanted,
      got: roleContentOf(history, role, stored),
      at: `after ${role}`,
    })
  }
}

/** K8S-WRITE-004: any other type requires a version in every update. */
export const updateRequiresVersion = (says: string) =>
  function* (history: History): Generator<Observation> {
    const roles = yield* rolesWith(history, 'unconditionalUpdate', false)
    const labels = { twins: ['object', 'after', 'twin'], faults: ['put'] }
    yield* faultsAreRefusedOf(roles, { ...labels, wanted: missingVersion, says })(history)
  }

// This is the only Invalid whose details name the resource instead of the kind.
const missingVersion: (history: History, fault: Exchange) => ExpectedStatus | undefined = refusalOf(
  'x',
  {
    code: 422,
    reason: 'Invalid',
    causes: [{ reason: 'FieldValueInvalid', field: 'metadata.resourceVersion' }],
  },
)

/** K8S-WRITE-007: a type with create on update treats a PUT to an unused name as a create. */
export function* putCreatesOnFreeName(history: History): Generator<Observation> {
  const says = 'A PUT to an unused name returns 201 for a type with create on update.'
  for (const role of yield* rolesWith(history, 'createOnUpdate', true)) {
    yield* requireSuccess(history, `twin ${role}`)
    for (const label of [`put ${role}`, `versioned ${role}`]) {
      const write = yield* requireFinalAnswer(history, label)
      const isCreated = write.answer?.status === 201 && typeof resourceVersionOf(write) === 'string'
      yield verify(isCreated, {
        says,
        expected: '201 and the object',
        got: answerSummary(write),
        at: write,
      })
    }
  }
}

/** K8S-WRITE-008: any other type answers a PUT to an unused name with 404. */
export function* putOnFreeNameIsNotFound(history: History): Generator<Observation> {
  const says = 'A PUT to an unused name is refused with 404 for a type without create on update.'
  for (const role of yield* rolesWith(history, 'createOnUpdate', false)) {
    yield* requireSuccess(history, `twin ${role}`)
    for (const [label, name] of [
      ['put', 'y'],
      ['versioned', 'z'],
    ] as const) {
      const details = detailsOf(history, role, 'resource', ownObjectName(history, name))
      const wanted = { code: 404, reason: 'NotFound', details }
      yield* refusesWith(history, `${label} ${role}`, wanted, says)
    }
  }
}

/** K8S-WRITE-012: an update may omit the uid of its object but not change it. */
export function* otherUidIsConflict(history: History): Generator<Observation> {
  for (const role of rolesIn(history, writableRoles)) {
    yield* requireSuccess(history, `object ${role}`, `same ${role}`, `absent ${role}`)
    const details = detailsOf(history, role, 'resource', ownObjectName(history, 'x'))
    const wanted = { code: 409, reason: 'Conflict', details }
    const says = 'A PUT with a different uid is refused with 409.'
    const uid = bodyValueAt(exchangeAt(history, `object ${role}`), '/metadata/uid')
    yield* applicable(uid !== undefined, 'objects have no uid')
    yield* refusesWith(history, `other ${role}`, wanted, says)
    yield verify(bodyValueAt(exchangeAt(history, `absent ${role}`), '/metadata/uid') === uid, {
      says: 'A PUT without a uid keeps the stored one.',
      expected: uid,
      got: bodyValueAt(exchangeAt(history, `absent ${role}`), '/metadata/uid'),
      at: `absent ${role}`,
    })
  }
}

/** K8S-WRITE-013: an update that changes nothing keeps the version of its object. */
export function* noOpUpdateKeepsVersion(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'before')
  for (const { step } of history.exchanges) {
    if (!step.startsWith('again') && step !== 'after') continue
    yield* requireSuccess(history, step)
    const isSame = firstDifference(written(history, 'before'), written(history, step)) === undefined
    yield* precondition(isSame, 'another writer changed the object')
    yield verify(
      resourceVersionOf(exchangeAt(history, step)) ===
        resourceVersionOf(exchangeAt(history, 'before')),
      {
        says: 'A PUT that changes nothing keeps the version of its object.',
        expected: resourceVersionOf(exchangeAt(history, 'before')),
        got: resourceVersionOf(exchangeAt(history, step)),
        at: step,
      },
    )
  }
}

/**
 * Returns an object without the fields that only the server sets: its version, its managed fields
 * and its generation. Other writers cannot change these alone.
 */
const written = (history: History, label: string): Json =>
  ['/metadata/resourceVersion', '/metadata/managedFields', '/metadata/generation'].reduce(
    (object, place) => withValueAt(object, place, undefined),
    exchangeAt(history, label).answer?.body as Json,
  )

/** K8S-WRITE-014: a type with a status subresource ignores the status in a body. */
export function* statusIsNotWritten(history: History): Generator<Observation> {
  yield* precondition(
    history.context.types.namespaces.kind === 'Namespace',
    'the type has another status',
  )
  // Whether patches are served is not the subject of this rule.
  const patches = isSuccess(exchangeAt(history, 'patch')) ? ['patch'] : []
  for (const label of ['create', 'update', ...patches, 'after']) {
    yield* requireSuccess(history, label)
    const phase = bodyValueAt(exchangeAt(history, label), '/status/phase')
    yield verify(phase === 'Active', {
      says: 'For a type with a status subresource, status in a body is ignored.',
      expected: '/status/phase: Active',
      got: phase,
      at: label,
    })
  }
}

/** K8S-WRITE-020: a PUT of another object to a path leaves that object unchanged. */
export function* otherObjectIsNotPut(history: History): Generator<Observation> {
  for (const role of rolesIn(history, ['main', 'core'])) {
    yield* requireSuccess(history, `object ${role}`, `other ${role}`, `twin ${role}`)
    const after = exchangeAt(history, `after ${role}`)
    yield* requireFinalAnswer(history, `fault ${role}`)
    yield* requireSuccess(history, after.step)
    const found = bodyValueAt(after, '/metadata/annotations/a')
    yield verify(found !== 'c', {
      says: 'A PUT to the path of one object does not change another object.',
      expected: 'the other object without the annotation that was sent',
      got: `a: ${String(found)}, after the PUT returned ${answerSummary(exchangeAt(history, `fault ${role}`))}`,
      at: after,
    })
  }
}
