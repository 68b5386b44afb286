// Generates watches that start at past versions: of writes, gets and lists.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import {
  get,
  list,
  nameFrom,
  scenarioWith,
  concurrently,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import {
  createLabelled,
  someObjects,
  someRole,
  someScope,
  someWrites,
} from '../labelled-objects.ts'
import type { ListScope } from '../labelled-objects.ts'
import { markerAndFinalLists, createSceneObjects, someReader, someWatchScene } from './watched.ts'

/** The labels of the watches of `watchFromSeveralVersions`. */
export const pointWatches = ['from 0', 'from 1', 'from 2']

/**
 * Generates sequential writes, and watches from the versions at several points: of the last write
 * or of a list. Some start before later writes, most of them afterwards.
 */
export const watchFromSeveralVersions = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, scope: someScope, objects: someObjects(1, 3) })
    .chain(({ role, scope, objects }) =>
      fc
        .record({
          writes: someWrites({ role, objects, fresh: 'f' }, 3, 8),
          points: fc.uniqueArray(fc.nat({ max: 7 }), { minLength: 3, maxLength: 3 }),
          isOfList: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
          late: fc.integer({ min: 0, max: 3 }),
        })
        .map(({ writes, points, isOfList, late }) => {
          const reads = points.map((point, index) => ({ after: point % writes.length, index }))
          const written = writes.map((write, position) => [
            write,
            ...reads
              .filter(({ after }) => after === position)
              .map(({ index }) =>
                pointAfter(write, { label: `point ${index}`, scope, isOfList: isOfList[index] }),
              ),
          ])
          const before = Math.max(...reads.map(({ after }) => after), writes.length - late) + 1
          const watches = pointWatches.map((label, index) =>
            watch(label, role, { ...scope, resourceVersion: versionFrom(`point ${index}`) }),
          )
          return scenarioWith(
            ...objects.map(object => createLabelled(role, object)),
            ...written.slice(0, before).flat(),
            ...watches,
            ...written.slice(before).flat(),
            ...markerAndFinalLists(role, pointWatches),
          )
        }),
    )

/** A get of the written object, or a list if it is removed or not in the scope of the watch. */
function pointAfter(
  write: RequestStep,
  { label, scope, isOfList }: { label: string; scope: ListScope; isOfList: boolean | undefined },
): Step {
  const { to } = write
  if (!('role' in to)) throw new TypeError('a write is of a role')
  const { namespace } = to
  const isElsewhere = scope.namespace !== 'all' && (namespace ?? 0) !== scope.namespace
  if (isOfList || isElsewhere || write.method === 'DELETE') return list(label, to.role, scope)
  return get(label, to.role, nameFrom(write.as), namespace === undefined ? {} : { namespace })
}

/**
 * Generates a watch from the version of a list, opened during writes, and a list of the remaining
 * objects.
 */
export const watchFromLists = (): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someWatchScene({ min: 1, max: 3 }, { min: 2, max: 6 }),
      reader: someReader,
      isBeside: fc.boolean(),
    })
    .map(({ scene, reader, isBeside }) => {
      const { role, scope, writers } = scene
      const watched = watch('watch', role, {
        ...scope,
        resourceVersion: versionFrom('start'),
        reader,
      })
      return scenarioWith(
        ...createSceneObjects(scene),
        list('start', role, scope),
        concurrently(...writers, ...(isBeside ? [[watched]] : [])),
        ...(isBeside ? [] : [watched]),
        ...markerAndFinalLists(role, ['watch']),
        list('end', role, scope),
      )
    })
