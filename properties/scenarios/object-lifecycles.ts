// Generates the life cycle of an object from its creation to its removal, and of the next one with
// its name.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../dsl/scenario.ts'
import { updateFrom, create, get, caseName, deleteObject, scenarioWith } from '../dsl/steps.ts'
import { updateContent } from './collections.ts'

const someRole = fc.constantFrom<Role>('main', 'core', 'cluster')

/** Returns a finalizer that no controller handles, so that it stays until a scenario removes it. */
export const finalizerName = (word: string): string => `touchstone.example/${word}`

/**
 * Generates three creates of one body with one name, with removals in between (`created …`, `gone
 * …`). Updates and creates of other objects (`other …`) come between.
 */
export const recreations = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      otherRole: someRole,
      isUpdated: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      hasOther: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    })
    .map(({ role, otherRole, isUpdated, hasOther }) =>
      scenarioWith(
        ...isUpdated.flatMap((isChanged, round) => [
          create(`created ${round}`, role, 'x', { content: 'the same' }),
          ...(hasOther[round] ? [create(`other ${round}`, otherRole, `other-${round}`)] : []),
          ...(isChanged
            ? [
                updateFrom('changed', role, `created ${round}`, {
                  '/metadata/annotations': { change: 'yes' },
                }),
              ]
            : []),
          ...(round < 2
            ? [
                deleteObject('removed', role, caseName('x')),
                get(`gone ${round}`, role, caseName('x')),
              ]
            : []),
        ]),
      ),
    )

/**
 * Generates one object (`object`) that is updated and read up to four times. With a finalizer it
 * may be deleted, and is then read and updated again.
 */
export const objectLifecycle = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      isHeld: fc.boolean(),
      acts: fc.array(fc.constantFrom('update', 'read'), { minLength: 1, maxLength: 4 }),
    })
    .map(({ role, isHeld, acts }) =>
      scenarioWith(
        create(
          'object',
          role,
          'x',
          isHeld ? { set: { '/metadata/finalizers': [finalizerName('hold')] } } : {},
        ),
        ...acts.map((act, index) =>
          act === 'read' ? get(`read ${index}`, role, caseName('x')) : updateOf(role, index),
        ),
        ...(isHeld ? finalization(role) : []),
      ),
    )

const updateOf = (role: Role, index: number): RequestStep =>
  updateFrom('object', role, 'object', { '/metadata/annotations': { change: `number ${index}` } })

const finalization = (role: Role): RequestStep[] => [
  deleteObject('deleted', role, caseName('x')),
  get('object', role, caseName('x')),
  updateFrom('object', role, 'object', { '/metadata/annotations': { change: 'while finalizing' } }),
  get('still there', role, caseName('x')),
  updateFrom('freed', role, 'still there', {}, { drop: ['/metadata/finalizers'] }),
]

/**
 * Generates two objects whose annotation alternates between few values, with reads in between
 * (`object-…`, `read …`). Some consecutive values are equal, and old values return.
 */
export const changesAndReads = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      acts: fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('one', 'two', 'read')), {
        minLength: 4,
        maxLength: 10,
      }),
    })
    .map(({ role, acts }) =>
      scenarioWith(
        create('object-a', role, 'a', { set: { '/metadata/annotations': { change: 'one' } } }),
        create('object-b', role, 'b', { set: { '/metadata/annotations': { change: 'one' } } }),
        ...acts.map(([name, act], index) =>
          act === 'read'
            ? get(`read ${index} of ${name}`, role, caseName(name))
            : updateContent(role, name, act),
        ),
        get('last read of a', role, caseName('a')),
        get('last read of b', role, caseName('b')),
      ),
    )

/**
 * Generates an object of a named group that is created, read, changed up to three times, and read
 * again.
 */
export const writesAndReads = (): Arbitrary<Scenario> =>
  fc
    .record({ role: fc.constantFrom<Role>('main', 'cluster'), updates: fc.nat(3) })
    .map(({ role, updates }) =>
      scenarioWith(
        create('object', role, 'x'),
        get('read', role, caseName('x')),
        ...Array.from({ length: updates }, (_, index) => updateOf(role, index)),
        get('read again', role, caseName('x')),
      ),
    )
