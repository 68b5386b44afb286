// Generates deletions of objects with and without finalizers. A server may remove an object without
// finalizers with a delay, so the object of the scenario is polled until it is gone, which needs no
// watch.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
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
import { someWritableRole } from '../updates.ts'

// Cluster-scoped types are excluded, because other cases remove their objects at the same time.
const someNamespaced: Arbitrary<Role> = fc.constantFrom('main', 'core')

/** The ways to remove finalizers. */
type Taking = 'put' | 'merge' | 'json'
const takings: readonly Taking[] = ['put', 'merge', 'json']

const words = ['a', 'b', 'c', 'd'].map(finalizerName)

/** Starts a watch before the first step of a scenario that needs the events of its object. */
export const watchDeletion = (role: Role): Step[] => [
  list('start', role),
  watch('watch', role, { resourceVersion: versionFrom('start') }),
]

/** Polls the object until it is not found or the time limit is reached (`gone`). */
export const pollUntilGone = (role: Role): PollStep => ({
  poll: get('gone', role, caseName('x')),
  status: 404,
})

/** Returns a request after which the object of the answer `of` has only these finalizers. */
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

/** An object with finalizers (`object`) that is deleted (`deleted`) and still found (`marked`). */
export const markedObject = (role: Role, finalizers: string[]): RequestStep[] => [
  create('object', role, 'x', { set: { '/metadata/finalizers': finalizers } }),
  deleteObject('deleted', role, caseName('x')),
  get('marked', role, caseName('x')),
]

/**
 * Generates an object with finalizers that is deleted and loses its finalizers one by one, in any
 * order. It is read (`read n`) before each removal (`taken n`), and looked for after the last one
 * (`gone`, `rest`). Not every server supports patches: if the way does not matter, `put` suffices.
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

/** Removes the final poll, for laws that judge only the earlier steps. */
export const withoutFinalPoll = (scenario: Scenario): Scenario =>
  scenarioWith(...scenario.steps.filter(step => !isPollStep(step)))

/**
 * Generates an object that is not deleted and loses its finalizers (`taken`) before a read
 * (`after`). A PUT after a patch (`taken by put`, `after put`) does the same where the type of the
 * patch is not served.
 */
export const finalizerRemovalsOfLiveObject = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      finalizers: fc.shuffledSubarray(words, { minLength: 1 }),
      way: fc.constantFrom(...takings),
    })
    .map(({ role, finalizers, way }) =>
      scenarioWith(
        create('object', role, 'x', { set: { '/metadata/finalizers': finalizers } }),
        get('read', role, caseName('x')),
        withRemainingFinalizers(way, { as: 'taken', role, of: 'read', left: [] }),
        get('after', role, caseName('x')),
        ...(way === 'put'
          ? []
          : [
              withRemainingFinalizers('put', { as: 'taken by put', role, of: 'after', left: [] }),
              get('after put', role, caseName('x')),
            ]),
      ),
    )

/** The objects to delete among others, by logical name. */
type Chosen = { role: Role; names: string[]; victims: string[] }

/**
 * Generates objects of one type in two namespaces, and of another type with the same names. Some
 * are deleted (`deleted NAME`), by one or several clients. Lists are before and after (`before …`,
 * `after …`).
 */
export const deletionsAmongOthers = (): Arbitrary<Scenario> =>
  someNames(3, 7)
    .chain(names =>
      fc.record({
        role: someWritableRole,
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
 * Generates as many clients as finalizers. Each client reads the deleted object and removes the
 * first finalizer, as many times as there are finalizers, so that all are removed.
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

/** An object without finalizers that is deleted and then looked for. */
export const plainDeletion = (role: Role): Step[] => [
  create('object', role, 'x'),
  deleteObject('deleted', role, caseName('x')),
  pollUntilGone(role),
]
