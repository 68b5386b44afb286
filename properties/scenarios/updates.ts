// One object that is written again and again: by one client, by two that do not know of each
// other, and by several at once.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/probe-types.ts'
import type { RequestStep, Scenario } from '../dsl/scenario.ts'
import type { Term } from '../dsl/term.ts'
import {
  updateFrom,
  create,
  editTerm,
  get,
  caseName,
  put,
  deleteObject,
  sampleTerm,
  fromAnswer,
  scenarioWith,
  concurrently,
  versionFrom,
} from '../dsl/steps.ts'

/** The roles whose objects scenarios may write freely. */
export const writableRoles = ['main', 'core', 'cluster'] as const satisfies Role[]

const someRole: Arbitrary<Role> = fc.constantFrom(...writableRoles)

/** A whole new object as a client builds it: new content, and the version that it read. */
export const rebuiltBody = (
  role: Role,
  logical: string,
  of: string,
  content: string | null,
): Term =>
  editTerm(sampleTerm(role, logical, content), { '/metadata/resourceVersion': versionFrom(of) })

/**
 * A PUT based on a read that other writes have overtaken: up to three updates, or a delete and a
 * new creation under the same name. Labels `read`, `before`, `stale`, `after`; `twin` is the
 * same PUT based on the newest read.
 */
export const staleUpdate = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      older: fc.nat(2),
      newer: fc.integer({ min: 1, max: 3 }),
      isRecreated: fc.boolean(),
      isRebuilt: fc.boolean(),
    })
    .map(({ role, older, newer, isRecreated, isRebuilt }) => {
      // A read object names its uid, so after a new creation two things would be wrong with it.
      const update = (as: string, of: string): RequestStep =>
        isRebuilt || isRecreated
          ? put(as, role, caseName('x'), rebuiltBody(role, 'x', of, 'stale'))
          : updateFrom(as, role, of, { '/metadata/annotations': { change: 'stale' } })
      return scenarioWith(
        create('object', role, 'x', { content: 'first' }),
        ...updates(role, 'older', older),
        get('read', role, caseName('x')),
        ...(isRecreated
          ? [
              deleteObject('gone', role, caseName('x')),
              create('object', role, 'x', { content: 'again' }),
            ]
          : updates(role, 'newer', newer)),
        get('before', role, caseName('x')),
        update('stale', 'read'),
        get('after', role, caseName('x')),
        update('twin', 'after'),
      )
    })

const updates = (role: Role, text: string, count: number): RequestStep[] =>
  Array.from({ length: count }, (_, index) =>
    updateFrom('object', role, 'object', {
      '/metadata/annotations': { change: `${text} ${index}` },
    }),
  )

/**
 * Two to five clients that update one object at once, each up to twice: the first time from the
 * creation's answer, the second time from a read of its own. Labels `object`, `final`.
 */
export const concurrentUpdates = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      rounds: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 2, maxLength: 5 }),
    })
    .map(({ role, rounds }) =>
      scenarioWith(
        create('object', role, 'x', { content: 'first' }),
        concurrently(...rounds.map((count, lane) => oneClient(role, lane, count))),
        get('final', role, caseName('x')),
      ),
    )

function oneClient(role: Role, lane: number, rounds: number): RequestStep[] {
  const update = (round: number, of: string) =>
    updateFrom(`put ${lane}.${round}`, role, of, {
      '/metadata/annotations': { change: `of client ${lane} in round ${round}` },
    })
  const first = update(1, 'object')
  if (rounds === 1) return [first]
  return [first, get(`read ${lane}`, role, caseName('x')), update(2, `read ${lane}`)]
}

/**
 * A PUT that leaves out some of the labels, annotations and the content that the object was
 * created with, either cut from the object as read or built anew. Labels `object`, `put`, `after`.
 */
export const replacingPut = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      first: someKeys(1),
      kept: someKeys(0),
      added: someKeys(0),
      content: fc.constantFrom('second', null),
      isRebuilt: fc.boolean(),
    })
    .map(({ role, first, kept, added, content, isRebuilt }) => {
      const stays = first.filter(key => kept.includes(key))
      const gone = first.filter(key => !kept.includes(key)).flatMap(placesOf)
      const body = isRebuilt
        ? editTerm(rebuiltBody(role, 'x', 'object', content), valued([...stays, ...added]))
        : editTerm(
            fromAnswer('object', ''),
            valued(added),
            gone.filter(place => !valued(added)[place]),
          )
      return scenarioWith(
        create('object', role, 'x', { content: 'first', set: valued(first) }),
        put('put', role, caseName('x'), body),
        get('after', role, caseName('x')),
      )
    })

const someKeys = (minLength: number): Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength, maxLength: 3 })

const placesOf = (key: string): string[] => [
  `/metadata/labels/label-${key}`,
  `/metadata/annotations/annotation-${key}`,
]

const valued = (keys: string[]): Record<string, string> =>
  Object.fromEntries(keys.flatMap(placesOf).map(place => [place, 'set']))
