// Checks that values of dryRun other than `All` are refused, as genuine servers do.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  answerSummary,
  exchangeAt,
  hasStep,
  bodyValueAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import { dryStatusWritesStoreNothing } from '../../../properties/laws/create-and-update/status-writes.ts'
import { requireDecision, refusesRequest } from '../../../properties/laws/decisions.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { anyRefusal, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { RequestStep, Scenario } from '../../../properties/dsl/scenario.ts'
import { dryStatusWrites } from '../../../properties/scenarios/create-and-update/status-writes.ts'
import { someWritableRole } from '../../../properties/scenarios/updates.ts'
import {
  updateFrom,
  create,
  get,
  caseName,
  deleteObject,
  scenarioWith,
} from '../../../properties/dsl/steps.ts'
import { asDryRun, patch } from '../../../properties/dsl/write-steps.ts'
import { example, property } from '../../check.ts'

const marked = '/metadata/annotations/touchstone-dry'

const writes = (role: Role): Record<'create' | 'update' | 'patch' | 'delete', RequestStep> => ({
  create: create('write', role, 'y'),
  update: updateFrom('write', role, 'object', {
    '/metadata/annotations': { 'touchstone-dry': 'a' },
  }),
  patch: patch('write', role, caseName('x'), {
    type: 'merge',
    body: { metadata: { annotations: { 'touchstone-dry': 'a' } } },
  }),
  delete: deleteObject('write', role, caseName('x')),
})

// Every server supports creates, but some lack the other writes, so creates are drawn more often.
const someWrite = fc.oneof(
  { arbitrary: fc.constant('create' as const), weight: 5 },
  { arbitrary: fc.constantFrom('update' as const, 'patch' as const, 'delete' as const), weight: 3 },
)

/**
 * Generates a dry run (`twin`), the same write with an invalid value of dryRun (`fault`), and a get
 * of the object.
 */
const unknownValues = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      write: someWrite,
      value: fc.constantFrom('yes', 'true', 'all'),
    })
    .map(({ role, write, value }) => {
      const request = writes(role)[write]
      return scenarioWith(
        create('object', role, 'x'),
        asDryRun(request, 'twin'),
        { ...request, as: 'fault', query: { dryRun: value } },
        get(
          write === 'create' ? 'after create' : 'after',
          role,
          caseName(write === 'create' ? 'y' : 'x'),
        ),
      )
    })

function* storesNothing(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin')
  const isCreate = hasStep(history, 'after create')
  const after = yield* requireDecision(history, isCreate ? 'after create' : 'after')
  const isStored = isCreate
    ? isSuccess(after)
    : !isSuccess(after) ||
      bodyValueAt(after, marked) !== undefined ||
      bodyValueAt(after, '/metadata/deletionTimestamp') !== undefined
  // The effect is judged before the answer, because a stored object is the more severe fault.
  yield verify(!isStored || !isSuccess(exchangeAt(history, 'fault')), {
    says: 'A write with an unknown value of dryRun stores nothing.',
    expected: isCreate
      ? anyRefusal('a refusal (4xx), and no object')
      : anyRefusal('a refusal (4xx), and the object as it was'),
    got: `${answerSummary(exchangeAt(history, 'fault'))}, then ${answerSummary(after)}`,
    at: 'fault',
  })
  yield* refusesRequest(history, 'fault', 'A write with an unknown value of dryRun is refused.')
}

export default [
  property('K8S-DRY-001', unknownValues(), storesNothing),
  example('K8S-DRY-002', dryStatusWrites, dryStatusWritesStoreNothing),
]
