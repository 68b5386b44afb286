// Several watches of one scene: of one namespace and of all, one that is left and resumed.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Scenario } from '../../dsl/scenario.ts'
import {
  lastVersionOf,
  leave,
  list,
  named,
  steps,
  together,
  untilEvents,
  versionOf,
  watch,
} from '../../dsl/steps.ts'
import { darkOnly } from '../spread.ts'
import type { Spread } from '../spread.ts'
import { ending, made, someReader, someScene } from './watched.ts'

/** Watches `all` and `one` from the version of a list, beside two writers. */
export const watchedInOneAndAll = (): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someScene({ min: 1, max: 2 }, { min: 2, max: 5 }),
      readers: fc.tuple(someReader, someReader),
    })
    .map(({ scene, readers: [ofOne, ofAll] }) => {
      const { role, writers } = scene
      const resourceVersion = versionOf('start')
      return steps(
        ...made(scene),
        list('start', role, { namespace: 'all' }),
        watch('one', role, { resourceVersion, reader: ofOne }),
        watch('all', role, { namespace: 'all', resourceVersion, reader: ofAll }),
        together(...writers),
        ...ending(role, ['one', 'all']),
      )
    })

/** A watch that is left among the writes, `rest` which resumes it, and a list as new as it. */
export const watchedAndResumed = (): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someScene({ min: 1, max: 2 }, { min: 2, max: 5 }),
      events: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ scene, events }) => {
      const { role, scope, writers } = scene
      const seen = lastVersionOf('watch')
      return steps(
        list('start', role, scope),
        watch('watch', role, { ...scope, resourceVersion: versionOf('start') }),
        ...made(scene),
        together(...writers, [
          untilEvents('watch', events),
          leave('watch'),
          watch('rest', role, { ...scope, resourceVersion: seen }),
          list('as new', role, { ...scope, resourceVersion: seen, match: 'NotOlderThan' }),
        ]),
        ...ending(role, ['rest']),
      )
    })

/** Narrow watches beside a wide one: each of the three namespaces, one shade, one name. */
export const watchedInNarrowScopes = (): Arbitrary<Scenario> =>
  someScene({ min: 1, max: 1 }, { min: 2, max: 5 }).map(scene => {
    const { role, objects, writers } = scene
    const { name, namespace } = objects[0] as Spread
    const resourceVersion = versionOf('start')
    const fieldSelector = { $join: ['metadata.name=', named(name)] }
    return steps(
      list('start', role, { namespace: 'all' }),
      watch('wide', role, { namespace: 'all', resourceVersion }),
      ...[0, 1, 2].map(index => watch(`in ${index}`, role, { namespace: index, resourceVersion })),
      watch('dark', role, { namespace: 'all', resourceVersion, labelSelector: darkOnly }),
      watch('named', role, { namespace, resourceVersion, fieldSelector }),
      ...made(scene),
      ...writers.flat(),
      ...ending(role, ['wide', 'in 0']),
    )
  })

/** Watches `newest` (without a version) and `any` (at 0) among writes, which both go on showing. */
export const watchedFromStates = (): Arbitrary<Scenario> =>
  someScene({ min: 1, max: 2 }, { min: 3, max: 6 }).map(scene => {
    const { role, scope, writers } = scene
    return steps(
      ...made(scene),
      ...writers.flatMap(writes => writes.slice(0, 2)),
      together(
        ...writers.map(writes => writes.slice(2)),
        [watch('newest', role, scope)],
        [watch('any', role, { ...scope, resourceVersion: '0' })],
      ),
      ...ending(role, ['newest', 'any']),
    )
  })
