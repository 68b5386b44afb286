// Writers beside watchers. Every scenario ends with a write that all watches are waited to show
// (label `marker`) and with lists of what is left (labels `final`, `final@1`), which tell whether
// anybody else wrote there.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Reader, Request, Scenario, Step } from '../../dsl/scenario.ts'
import {
  create,
  lastVersionOf,
  leave,
  list,
  steps,
  together,
  untilEvents,
  untilShown,
  versionOf,
  watch,
} from '../../dsl/steps.ts'
import type { WatchOptions } from '../../dsl/steps.ts'
import { created, objectLabel, someObjects, someRole, someScope, someWrites } from '../spread.ts'
import type { Scope, Spread } from '../spread.ts'

export const someReader: Arbitrary<Reader> = fc.constantFrom(
  'steady',
  'steady',
  'slow',
  'halting',
  'late',
)

/** What is written, and where it is watched. */
export type Scene = {
  role: Role
  scope: Scope
  objects: Spread[]
  /** The writes of each writer. */
  writers: Request[][]
}

/** Some objects, and writers that each have objects of their own. */
export const someScene = (
  writers: { min: number; max: number },
  writes: { min: number; max: number },
): Arbitrary<Scene> =>
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

const shareOf = (objects: Spread[], writer: number, writers: number): Spread[] =>
  objects.filter((_, index) => index % writers === writer)

/** The objects of a scene as they are made. */
export const made = ({ role, objects }: Scene): Request[] =>
  objects.map(object => created(role, object))

/** A write in the first namespace that every watch of the scene will show, and what is then left. */
export const ending = (role: Role, watches: string[]): Step[] => [
  create('marker', role, 'zz-marker'),
  ...watches.map(label => untilShown(label, 'marker')),
  list('final', role),
  list('final@1', role, { namespace: 1 }),
]

/** Watches from the version of a list or of a write, beside one writer or several. */
export const watchedFromVersions = (): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someScene({ min: 1, max: 2 }, { min: 2, max: 6 }),
      reader: someReader,
      isOfList: fc.boolean(),
    })
    .map(({ scene, reader, isOfList }) => {
      const { role, scope, objects, writers } = scene
      const early = writers.map(writes => writes.slice(0, 2))
      const late = writers.map(writes => writes.slice(2))
      // The version of an object that the watch would tell of.
      const [known] = objects.filter(one => scope.namespace === 'all' || one.namespace === 0)
      const from = isOfList || !known ? 'start' : objectLabel(known)
      return steps(
        ...made(scene),
        list('start', role, scope),
        ...early.flat(),
        watch('watch', role, { ...scope, resourceVersion: versionOf(from), reader }),
        together(...late),
        ...ending(role, ['watch']),
      )
    })

/** A watch that is left after some events and continued from the last version that it showed. */
export const watchedOverCuts = (options: WatchOptions = {}): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someScene({ min: 2, max: 4 }, { min: 3, max: 10 }),
      reader: someReader,
      events: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ scene, reader, events }) => {
      const { role, scope, writers } = scene
      const watched = { ...scope, ...options, reader }
      return steps(
        ...made(scene),
        list('start', role, scope),
        watch('watch', role, { ...watched, resourceVersion: versionOf('start') }),
        together(...writers, [
          untilEvents('watch', events),
          leave('watch'),
          watch('rest', role, { ...watched, resourceVersion: lastVersionOf('watch') }),
        ]),
        ...ending(role, ['rest']),
      )
    })
