// Objects that are deleted, held by finalizers or not. A server may take its time to remove what
// nobody holds: the scenario's one object is read until it is gone, which needs no watch.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import { isPollStep } from '../../dsl/scenario.ts'
import type { RequestStep, Scenario, Step, PollStep } from '../../dsl/scenario.ts'
import {
  updateFrom,
  create,
  get,
  list,
  caseName,
  deleteObject,
  fromAnswer,
  scenarioWith,
  concurrently,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import { patch } from '../../dsl/write-steps.ts'
import type { Term } from '../../dsl/term.ts'
import { finalizerName } from '../object-lifecycles.ts'
import { createAll, someNames } from '../collections.ts'
import { writableRoles } from '../updates.ts'

// Of cluster-scoped types other cases remove objects at the same time.
const someNamespaced: Arbitrary<Role> = fc.constantFrom('main', 'core')

/** How finalizers are taken away. */
type Taking = 'put' | 'merge' | 'json'
const takings: readonly Taking[] = ['put', 'merge', 'json']

const words = ['a', 'b', 'c', 'd'].map(finalizerName)

/** Before the first step of a scenario that is to see events of its object. */
export const watchDeletion = (role: Role): Step[] => [
  list('start', role),
  watch('watch', role, { resourceVersion: versionFrom('start') }),
]

/** Reads the object until it is not found, or for as long as the target is waited for (`gone`). */
export const pollUntilGone = (role: Role): PollStep => ({
  until: get('gone', role, caseName('x')),
  status: 404,
})

/** The object with these finalizers left, from the answer `of` to a get of it. */
export function withRemainingFinalizers(
  way: Taking,
  { as, role, of, left }: { as: string; role: Role; of: string; left: string[] },
): RequestStep {
  const finalizers: Term = left
  if (way === 'put') {
    return left.length > 0
      ? updateFrom(as, role, of, { '/metadata/finalizers': finalizers })
      : updateFrom(as, role, of, {}, { drop: ['/metadata/finalizers'] })
  }
  const resourceVersion = versionFrom(of)
  const body: Term =
    way === 'merge'
      ? { metadata: { resourceVersion, finalizers: left.length > 0 ? finalizers : null } }
      : [
          {
            op: 'test',
            path: '/metadata/finalizers',
            value: fromAnswer(of, '/metadata/finalizers'),
          },
          { op: 'replace', path: '/metadata/finalizers', value: finalizers },
        ]
  return patch(as, role, caseName('x'), { type: way, body })
}

/** A held object (`object`) that is deleted (`deleted`) and still found (`marked`). */
export const markedObject = (role: Role, finalizers: string[]): RequestStep[] => [
  create('object', role, 'x', { set: { '/metadata/finalizers': finalizers } }),
  deleteObject('deleted', role, caseName('x')),
  get('marked', role, caseName('x')),
]

/**
 * A held object that is deleted, and whose finalizers are taken one by one, in any order: before
 * each (`taken n`) it is read (`read n`), and after the last it is looked for (`gone`, `rest`).
 * Not every server has patches: where the ways do not matter, `put` is enough.
 */
export const finalizerRemovals = (
  min: number,
  max: number,
  among: readonly Taking[] = takings,
): Arbitrary<Scenario> =>
  fc
    .record({
      role: someNamespaced,
      finalizers: fc.shuffledSubarray(words, { minLength: min, maxLength: max }),
      ways: fc.array(fc.constantFrom(...among), { minLength: max, maxLength: max }),
    })
    .chain(({ role, finalizers, ways }) =>
      fc.shuffledSubarray(finalizers, { minLength: finalizers.length }).map(order =>
        scenarioWith(
          ...markedObject(role, finalizers),
          ...order.flatMap((_, index): Step[] => {
            const gone = order.slice(0, index + 1)
            const left = finalizers.filter(one => !gone.includes(one))
            return [
              get(`read ${index}`, role, caseName('x')),
              list(`list ${index}`, role),
              withRemainingFinalizers(ways[index] ?? 'put', {
                as: `taken ${index}`,
                role,
                of: `read ${index}`,
                left,
              }),
            ]
          }),
          pollUntilGone(role),
          list('rest', role),
        ),
      ),
    )

/** For laws that look at what comes before the end. */
export const withoutFinalPoll = (scenario: Scenario): Scenario =>
  scenarioWith(...scenario.steps.filter(step => !isPollStep(step)))

/** A held object that nobody deletes loses its finalizers (`taken`); then it is read (`after`). */
export const finalizerRemovalsOfLiveObject = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>(...writableRoles),
      finalizers: fc.shuffledSubarray(words, { minLength: 1 }),
      way: fc.constantFrom(...takings),
    })
    .map(({ role, finalizers, way }) =>
      scenarioWith(
        create('object', role, 'x', { set: { '/metadata/finalizers': finalizers } }),
        get('read', role, caseName('x')),
        withRemainingFinalizers(way, { as: 'taken', role, of: 'read', left: [] }),
        get('after', role, caseName('x')),
      ),
    )

/** Objects that are deleted among others: which, by logical name. */
type Chosen = { role: Role; names: string[]; victims: string[] }

/**
 * Objects of one type in two namespaces, and of another type under the same names. Some are deleted
 * (`deleted NAME`), by one client or by several; lists before and after (`before …`, `after …`).
 */
export const deletionsAmongOthers = (): Arbitrary<Scenario> =>
  someNames(3, 7)
    .chain(names =>
      fc.record({
        role: fc.constantFrom<Role>(...writableRoles),
        names: fc.constant(names),
        victims: fc.subarray(names, { minLength: 1, maxLength: names.length - 1 }),
        atOnce: fc.boolean(),
      }),
    )
    .map(({ atOnce, ...chosen }) => {
      const removals = chosen.victims.map(name =>
        deleteObject(`deleted ${name}`, chosen.role, caseName(name)),
      )
      return scenarioWith(
        ...neighbours(chosen),
        ...looks('before', chosen.role),
        ...(atOnce ? [concurrently(...removals.map(removal => [removal]))] : removals),
        ...looks('after', chosen.role),
      )
    })

const otherOf = (role: Role): Role => (role === 'main' ? 'core' : 'main')

const neighbours = ({ role, names }: Chosen): RequestStep[] => [
  ...createAll(role, names),
  ...createAll(otherOf(role), names),
  ...(role === 'cluster' ? [] : createAll(role, names, 1)),
]

const looks = (when: string, role: Role): RequestStep[] => [
  list(`${when} here`, role),
  list(`${when} of another type`, otherOf(role)),
  ...(role === 'cluster' ? [] : [list(`${when} elsewhere`, role, { namespace: 1 })]),
]

/**
 * As many owners as there are finalizers, each of whom reads the deleted object and takes the entry
 * that it finds first, as often as there are entries: then every one has been taken.
 */
export const concurrentFinalizerRemovals = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someNamespaced, owners: fc.integer({ min: 2, max: 4 }) })
    .map(({ role, owners }) => {
      const taking = (owner: number, round: number): RequestStep[] => {
        const of = `read ${owner}.${round}`
        const drop = { drop: ['/metadata/finalizers/0'] }
        return [
          get(of, role, caseName('x')),
          updateFrom(`taken ${owner}.${round}`, role, of, {}, drop),
        ]
      }
      const numbers = Array.from({ length: owners }, (_, number) => number)
      return scenarioWith(
        ...markedObject(role, words.slice(0, owners)),
        concurrently(...numbers.map(owner => numbers.flatMap(round => taking(owner, round)))),
        pollUntilGone(role),
      )
    })

/** An object without finalizers that is deleted and looked for. */
export const plainDeletion = (role: Role): Step[] => [
  create('object', role, 'x'),
  deleteObject('deleted', role, caseName('x')),
  pollUntilGone(role),
]
