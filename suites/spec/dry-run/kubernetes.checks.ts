// Values of dryRun that genuine servers refuse.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { History } from '../../../properties/history/history.ts'
import { answered, at, has, read, succeeded } from '../../../properties/history/history.ts'
import { decided, refuses } from '../../../properties/laws/decisions.ts'
import { done } from '../../../properties/laws/premises.ts'
import { holds } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { Request, Scenario } from '../../../properties/dsl/scenario.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { change, create, get, named, remove, steps } from '../../../properties/dsl/steps.ts'
import { dry, patch } from '../../../properties/dsl/write-steps.ts'
import { property } from '../../check.ts'

const marked = '/metadata/annotations/touchstone-dry'

const writes = (role: Role): Record<'create' | 'update' | 'patch' | 'delete', Request> => ({
  create: create('write', role, 'y'),
  update: change('write', role, 'object', { '/metadata/annotations': { 'touchstone-dry': 'a' } }),
  patch: patch('write', role, named('x'), {
    type: 'merge',
    body: { metadata: { annotations: { 'touchstone-dry': 'a' } } },
  }),
  delete: remove('write', role, named('x')),
})

// Every server creates; not every one has the others.
const someWrite = fc.oneof(
  { arbitrary: fc.constant('create' as const), weight: 5 },
  { arbitrary: fc.constantFrom('update' as const, 'patch' as const, 'delete' as const), weight: 3 },
)

/** A dry run (`twin`), the same with another value of dryRun (`fault`), and what is there then. */
const unknownValues = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom(...writableRoles),
      write: someWrite,
      value: fc.constantFrom('yes', 'true', 'all'),
    })
    .map(({ role, write, value }) => {
      const request = writes(role)[write]
      return steps(
        create('object', role, 'x'),
        dry(request, 'twin'),
        { ...request, as: 'fault', query: { dryRun: value } },
        get(
          write === 'create' ? 'after create' : 'after',
          role,
          named(write === 'create' ? 'y' : 'x'),
        ),
      )
    })

function* storesNothing(history: History): Generator<Observation> {
  yield* done(history, 'object', 'twin')
  const isCreate = has(history, 'after create')
  const after = yield* decided(history, isCreate ? 'after create' : 'after')
  const isStored = isCreate
    ? succeeded(after)
    : !succeeded(after) ||
      read(after, marked) !== undefined ||
      read(after, '/metadata/deletionTimestamp') !== undefined
  // First what it does, then what it answers.
  yield holds(!isStored || !succeeded(at(history, 'fault')), {
    says: 'A write with an unknown value of dryRun stores nothing.',
    expected: isCreate
      ? 'a refusal (4xx), and no object'
      : 'a refusal (4xx), and the object as it was',
    got: `${answered(at(history, 'fault'))}, then ${answered(after)}`,
    at: 'fault',
  })
  yield* refuses(history, 'fault', 'A write with an unknown value of dryRun is refused.')
}

export default [property('K8S-DRY-001', unknownValues(), storesNothing)]
