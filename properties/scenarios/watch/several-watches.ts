// Generates several watches of one scene: of one namespace and of all, and one that is closed and
// resumed.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Scenario } from '../../dsl/scenario.ts'
import {
  lastStreamVersion,
  closeStream,
  list,
  caseName,
  scenarioWith,
  concurrently,
  awaitEventCount,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import { darkSelector } from '../labelled-objects.ts'
import type { LabelledObject } from '../labelled-objects.ts'
import { markerAndFinalLists, createSceneObjects, someReader, someWatchScene } from './watched.ts'

/**
 * Generates the watches `all` and `one` from the version of a list, with two concurrent writers.
 */
export const watchOneAndAllNamespaces = (): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someWatchScene({ min: 1, max: 2 }, { min: 2, max: 5 }),
      readers: fc.tuple(someReader, someReader),
    })
    .map(({ scene, readers: [ofOne, ofAll] }) => {
      const { role, writers } = scene
      const resourceVersion = versionFrom('start')
      return scenarioWith(
        ...createSceneObjects(scene),
        list('start', role, { namespace: 'all' }),
        watch('one', role, { resourceVersion, reader: ofOne }),
        watch('all', role, { namespace: 'all', resourceVersion, reader: ofAll }),
        concurrently(...writers),
        ...markerAndFinalLists(role, ['one', 'all']),
      )
    })

/**
 * Generates a watch that is closed during the writes, `rest` which resumes it, and a list as recent
 * as it.
 */
export const watchAndResume = (): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someWatchScene({ min: 1, max: 2 }, { min: 2, max: 5 }),
      events: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ scene, events }) => {
      const { role, scope, writers } = scene
      const seen = lastStreamVersion('watch')
      return scenarioWith(
        list('start', role, scope),
        watch('watch', role, { ...scope, resourceVersion: versionFrom('start') }),
        ...createSceneObjects(scene),
        concurrently(...writers, [
          awaitEventCount('watch', events),
          closeStream('watch'),
          watch('rest', role, { ...scope, resourceVersion: seen }),
          list('as new', role, { ...scope, resourceVersion: seen, match: 'NotOlderThan' }),
        ]),
        ...markerAndFinalLists(role, ['rest']),
      )
    })

/**
 * Generates watches with narrow scopes and one with a wide scope: each of the three namespaces, one
 * shade, one name.
 */
export const watchInNarrowScopes = (): Arbitrary<Scenario> =>
  someWatchScene({ min: 1, max: 1 }, { min: 2, max: 5 }).map(scene => {
    const { role, objects, writers } = scene
    const { name, namespace } = objects[0] as LabelledObject
    const resourceVersion = versionFrom('start')
    const fieldSelector = { $join: ['metadata.name=', caseName(name)] }
    return scenarioWith(
      list('start', role, { namespace: 'all' }),
      watch('wide', role, { namespace: 'all', resourceVersion }),
      ...[0, 1, 2].map(index => watch(`in ${index}`, role, { namespace: index, resourceVersion })),
      watch('dark', role, { namespace: 'all', resourceVersion, labelSelector: darkSelector }),
      watch('named', role, { namespace, resourceVersion, fieldSelector }),
      ...createSceneObjects(scene),
      ...writers.flat(),
      ...markerAndFinalLists(role, ['wide', 'in 0']),
    )
  })

/**
 * Generates the watches `newest` (without a version) and `any` (at 0), which start during writes
 * and show the later ones.
 */
export const watchFromInitialStates = (): Arbitrary<Scenario> =>
  someWatchScene({ min: 1, max: 2 }, { min: 3, max: 6 }).map(scene => {
    const { role, scope, writers } = scene
    return scenarioWith(
      ...createSceneObjects(scene),
      ...writers.flatMap(writes => writes.slice(0, 2)),
      concurrently(
        ...writers.map(writes => writes.slice(2)),
        [watch('newest', role, scope)],
        [watch('any', role, { ...scope, resourceVersion: '0' })],
      ),
      ...markerAndFinalLists(role, ['newest', 'any']),
    )
  })
