// Readers beside writers. Each writer has objects of its own, so that the order of the writes to
// one object is known; reads to be judged are labelled `read-…`, those that only give a version
// `seen-…`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/probe-types.ts'
import type { Request, Scenario } from '../scenario.ts'
import { get, list, named, steps, together, versionOf } from '../steps.ts'
import type { ListOptions } from '../steps.ts'
import { created, objectLabel, someObjects, someRole, someScope, someWrites } from './spread.ts'
import type { Scope, Spread } from './spread.ts'

/** What a reader works with: the type, where it lists, and the objects that others write. */
type Sight = { role: Role; scope: Scope; objects: Spread[] }

/** The requests of one read; `at` tells it from all others in the labels. */
type Reading = (at: string, sight: Sight) => Request[]

/** Lists without a version. */
export const listsMostRecent = (): Arbitrary<Scenario> =>
  besideWriters(fc.constant((at, { role, scope }) => [list(`read-${at}`, role, scope)]))

/** Lists at version 0, with and without a match. */
export const listsAny = (): Arbitrary<Scenario> =>
  besideWriters(
    fc.constantFrom<ListOptions[]>({}, { match: 'NotOlderThan' }).map(
      more =>
        (at, { role, scope }) => [list(`read-${at}`, role, { ...scope, ...more, resourceVersion: '0' })],
    ),
  )

/** Lists not older than what a list or a write just gave. */
export const listsNotOlderThan = (): Arbitrary<Scenario> =>
  besideWriters(
    versions.map(giving => (at, sight) => {
      const { seen, resourceVersion } = giving(at, sight)
      const options = { ...sight.scope, resourceVersion, match: 'NotOlderThan' }
      return [...seen, list(`read-${at}`, sight.role, options)]
    }),
  )

/** Lists at exactly the version that a list or a write just gave. */
export const listsExactly = (): Arbitrary<Scenario> =>
  besideWriters(
    versions.map(giving => (at, sight) => {
      const { seen, resourceVersion } = giving(at, sight)
      const options = { ...sight.scope, resourceVersion, match: 'Exact' }
      return [...seen, list(`read-${at}`, sight.role, options)]
    }),
  )

/** Gets of the written objects without a version. */
export const getsMostRecent = (): Arbitrary<Scenario> =>
  besideWriters(
    someIndex.map(
      index =>
        (at, { role, objects }) => oneOf(objects, index).map(object => getOf(`read-${at}`, role, object)),
    ),
  )

/** Gets of the written objects at the version of the last write to one of them. */
export const getsNotOlderThan = (): Arbitrary<Scenario> =>
  besideWriters(
    fc.tuple(someIndex, fc.oneof(fc.constant(undefined), someIndex)).map(
      ([index, other = index]) =>
        (at, { role, objects }) =>
          oneOf(objects, index).map(object => {
            const [by = object] = oneOf(objects, other)
            return getOf(`read-${at}`, role, object, { resourceVersion: versionOf(objectLabel(by)) })
          }),
    ),
  )
