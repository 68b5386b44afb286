// Generates concurrent writers and watches. Every scenario ends with a write that all watches must
// show (`marker`) and with lists of the remaining objects (`final`, `final@1`), which reveal other
// writers.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { ReadPace, RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import {
  create,
  lastStreamVersion,
  closeStream,
  list,
  scenarioWith,
  concurrently,
  awaitEventCount,
  awaitVersion,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import type { WatchStepOptions } from '../../dsl/steps.ts'
import {
  createLabelled,
  objectStepLabel,
  someObjects,
  someRole,
  someScope,
  someWrites,
} from '../labelled-objects.ts'
import type { ListScope, LabelledObject } from '../labelled-objects.ts'

export const someReader: Arbitrary<ReadPace> = fc.constantFrom(
  'steady',
  'steady',
  'slow',
  'halting',
  'late',
)

/** The objects and writes of a scenario, and the scope of its watches. */
export type WatchScene = {
  role: Role
  scope: ListScope
  objects: LabelledObject[]
  /** The writes of each writer. */
  writers: RequestStep[][]
}

/** Generates objects, and writers that have their own objects. */
export const someWatchScene = (
  writers: { min: number; max: number },
  writes: { min: number; max: number },
): Arbitrary<WatchScene> =>
  fc
    .record({
      role: someRole,
      scope: someScope,
      objects: someObjects(writers.max, 2 * writers.max),
      count: fc.integer(writers),
    })
    .chain(({ role, scope, objects, count }) =>
      fc
        .tuple(
          ...Array.from({ length: count }, (_, writer) =>
            someWrites(
              { role, objects: shareOf(objects, writer, count), fresh: `w${writer}` },
              writes.min,
              writes.max,
            ),
          ),
        )
        .map(all => ({ role, scope, objects, writers: all })),
    )

const shareOf = (objects: LabelledObject[], writer: number, writers: number): LabelledObject[] =>
  objects.filter((_, index) => index % writers === writer)

/** Returns the creates of the objects of a scene. */
export const createSceneObjects = ({ role, objects }: WatchScene): RequestStep[] =>
  objects.map(object => createLabelled(role, object))

/**
 * A write in the first namespace that every watch must show, and lists of the remaining objects.
 */
export const markerAndFinalLists = (role: Role, watches: string[]): Step[] => [
  create('marker', role, 'zz-marker'),
  ...watches.map(label => awaitVersion(label, 'marker')),
  list('final', role),
  list('final@1', role, { namespace: 1 }),
]

/**
 * Generates watches from the version of a list or of a write, with one or several concurrent
 * writers.
 */
export const watchFromVersions = (): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someWatchScene({ min: 1, max: 2 }, { min: 2, max: 6 }),
      reader: someReader,
      isOfList: fc.boolean(),
      isMovedByOther: fc.boolean(),
    })
    .map(({ scene, reader, isOfList, isMovedByOther }) => {
      const { role, scope, objects, writers } = scene
      const early = writers.map(writes => writes.slice(0, 2))
      const late = writers.map(writes => writes.slice(2))
      // An object in the scope of the watch, whose version is used.
      const [known] = objects.filter(one => scope.namespace === 'all' || one.namespace === 0)
      const from = isOfList || !known ? 'start' : objectStepLabel(known)
      return scenarioWith(
        ...createSceneObjects(scene),
        // The version of the list is then not that of a change to this type.
        ...(isMovedByOther ? [create('elsewhere', role === 'main' ? 'core' : 'main', 'else')] : []),
        list('start', role, scope),
        ...early.flat(),
        watch('watch', role, { ...scope, resourceVersion: versionFrom(from), reader }),
        concurrently(...late),
        ...markerAndFinalLists(role, ['watch']),
      )
    })

/**
 * Generates a watch that is closed after some events and resumed from the last version that it
 * showed.
 */
export const watchResumedAfterClose = (options: WatchStepOptions = {}): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someWatchScene({ min: 2, max: 4 }, { min: 3, max: 10 }),
      reader: someReader,
      events: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ scene, reader, events }) => {
      const { role, scope, writers } = scene
      const watched = { ...scope, ...options, reader }
      return scenarioWith(
        ...createSceneObjects(scene),
        list('start', role, scope),
        watch('watch', role, { ...watched, resourceVersion: versionFrom('start') }),
        concurrently(...writers, [
          awaitEventCount('watch', events),
          closeStream('watch'),
          watch('rest', role, { ...watched, resourceVersion: lastStreamVersion('watch') }),
        ]),
        ...markerAndFinalLists(role, ['rest']),
      )
    })
