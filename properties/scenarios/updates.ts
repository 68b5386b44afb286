// Generates repeated writes to one object: by one client, by two independent clients, and by
// several concurrent ones.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/tested-types.ts'
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

export const someWritableRole: Arbitrary<Role> = fc.constantFrom(...writableRoles)

/** Returns a newly built object: new content, and the version that was read. */
export const rebuiltBody = (
  role: Role,
  logical: string,
  of: string,
  content: string | null,
): Term =>
  editTerm(sampleTerm(role, logical, content), { '/metadata/resourceVersion': versionFrom(of) })

/**
 * Generates a PUT based on a stale read: after up to three updates, or a delete and a new create of
 * the name. Labels `read`, `before`, `stale`, `after`. `twin` is the same PUT based on the newest
 * read.
 */
export const staleUpdate = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      older: fc.nat(2),
      newer: fc.integer({ min: 1, max: 3 }),
      isRecreated: fc.boolean(),
      isRebuilt: fc.boolean(),
    })
    .map(({ role, older, newer, isRecreated, isRebuilt }) => {
      // The object as read contains its uid, which would be a second fault after a new create.
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
 * Generates two to five concurrent clients that update one object, each up to twice: first based on
 * the answer to the create, then on a new read. Labels `object`, `final`.
 */
export const concurrentUpdates = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
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
 * Generates a PUT that omits some of the labels, annotations and the content of the object, either
 * removed from the object as read or newly built. Labels `object`, `put`, `after`.
 */
export const replacingPut = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
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
