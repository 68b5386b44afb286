// One object that is written again and again: by one client, by two that do not know of each
// other, and by several at once.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/probe-types.ts'
import type { Request, Scenario } from '../dsl/scenario.ts'
import type { Term } from '../dsl/term.ts'
import {
  change,
  create,
  edited,
  get,
  named,
  put,
  remove,
  sample,
  seen,
  steps,
  together,
  versionOf,
} from '../dsl/steps.ts'

/** The roles whose objects scenarios may write freely. */
export const writableRoles = ['main', 'core', 'cluster'] as const satisfies Role[]

const someRole: Arbitrary<Role> = fc.constantFrom(...writableRoles)

/** A whole new object as a client builds it: new content, and the version that it read. */
export const rebuilt = (role: Role, logical: string, of: string, content: string | null): Term =>
  edited(sample(role, logical, content), { '/metadata/resourceVersion': versionOf(of) })

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
      const update = (as: string, of: string): Request =>
        isRebuilt || isRecreated
          ? put(as, role, named('x'), rebuilt(role, 'x', of, 'stale'))
          : change(as, role, of, { '/metadata/annotations': { change: 'stale' } })
      return steps(
        create('object', role, 'x', { content: 'first' }),
        ...updates(role, 'older', older),
        get('read', role, named('x')),
        ...(isRecreated
          ? [remove('gone', role, named('x')), create('object', role, 'x', { content: 'again' })]
          : updates(role, 'newer', newer)),
        get('before', role, named('x')),
        update('stale', 'read'),
        get('after', role, named('x')),
        update('twin', 'after'),
      )
    })

const updates = (role: Role, text: string, count: number): Request[] =>
  Array.from({ length: count }, (_, index) =>
    change('object', role, 'object', { '/metadata/annotations': { change: `${text} ${index}` } }),
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
      steps(
        create('object', role, 'x', { content: 'first' }),
        together(...rounds.map((count, lane) => oneClient(role, lane, count))),
        get('final', role, named('x')),
      ),
    )

function oneClient(role: Role, lane: number, rounds: number): Request[] {
  const update = (round: number, of: string) =>
    change(`put ${lane}.${round}`, role, of, {
      '/metadata/annotations': { change: `of client ${lane} in round ${round}` },
    })
  const first = update(1, 'object')
  if (rounds === 1) return [first]
  return [first, get(`read ${lane}`, role, named('x')), update(2, `read ${lane}`)]
}

/**
 * A PUT that leaves out some of the labels, annotations and the content that the object was
 * created with, either cut from the object as read or built anew. Labels `object`, `put`, `after`.
 */
export const replacement = (): Arbitrary<Scenario> =>
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
        ? edited(rebuilt(role, 'x', 'object', content), valued([...stays, ...added]))
        : edited(
            seen('object', ''),
            valued(added),
            gone.filter(place => !valued(added)[place]),
          )
      return steps(
        create('object', role, 'x', { content: 'first', set: valued(first) }),
        put('put', role, named('x'), body),
        get('after', role, named('x')),
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
