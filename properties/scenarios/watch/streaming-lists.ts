// Generates watches with initial events: `watch` is the judged one, and `watch has a BOOKMARK`
// waits for the end of its initial events. The final steps are those of `watched.ts`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Scenario, Step } from '../../dsl/scenario.ts'
import { writeUntilBookmark } from '../../dsl/bookmark-poll.ts'
import {
  create,
  lastStreamBookmark,
  list,
  scenarioWith,
  concurrently,
  awaitEventType,
  awaitVersion,
  updateFrom,
  waitLonger,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import type { WatchStepOptions } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import {
  createLabelled,
  objectStepLabel,
  someObjects,
  someRole,
  someScope,
  someWrites,
} from '../labelled-objects.ts'
import type { LabelledObject } from '../labelled-objects.ts'
import { markerAndFinalLists, createSceneObjects, someReader, someWatchScene } from './watched.ts'
import type { WatchScene } from './watched.ts'

/** The parameters of a watch with initial events. */
export const streamingListOptions = {
  initialEvents: true,
  bookmarks: true,
  match: 'NotOlderThan',
} satisfies WatchStepOptions

const awaitedWrites = 16

const bookmarked = awaitEventType('watch', 'BOOKMARK')

/** Watches of two namespaces without objects. */
export const watchEmptyState: Step[] = [
  watch('main', 'main', streamingListOptions),
  watch('other', 'main', { ...streamingListOptions, namespace: 1 }),
  waitLonger(awaitEventType('main', 'BOOKMARK')),
  waitLonger(awaitEventType('other', 'BOOKMARK')),
]

/**
 * Generates a watch of a state without concurrent writes, without a version or at that of a list.
 */
export const watchFromState = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      scope: someScope,
      objects: someObjects(1, 6),
      hasVersion: fc.boolean(),
      reader: someReader,
    })
    .chain(({ role, scope, objects, hasVersion, reader }) =>
      someWrites({ role, objects, fresh: 'f' }, 0, 4).map(writes =>
        scenarioWith(
          ...objects.map(object => createLabelled(role, object)),
          ...writes,
          list('start', role, scope),
          watch('watch', role, {
            ...scope,
            ...streamingListOptions,
            ...(hasVersion ? { resourceVersion: versionFrom('start') } : {}),
            reader,
          }),
          bookmarked,
          ...markerAndFinalLists(role, ['watch']),
        ),
      ),
    )

/** An object that the watcher writes right before it watches. */
const mine: LabelledObject = { name: 'mine', namespace: 0, shade: 'dark' }

type Begin = { resourceVersion?: Term }

/** The requested version of the state: none, or one that a list or a write issued. */
const someBegin: Arbitrary<Begin> = fc.constantFrom<Begin>(
  {},
  { resourceVersion: versionFrom('start') },
  { resourceVersion: versionFrom(objectStepLabel(mine)) },
)

/** Generates a watch of a state with concurrent writes. */
export const watchFromBusyState = (begins: Arbitrary<Begin> = someBegin): Arbitrary<Scenario> =>
  fc
    .record({ scene: busyScene, begin: begins, reader: someReader })
    .map(({ scene, begin, reader }) => {
      const { role, scope, writers } = scene
      return scenarioWith(
        ...createSceneObjects(scene),
        list('start', role, scope),
        concurrently(...writers, [
          createLabelled(role, mine),
          watch('watch', role, { ...scope, ...streamingListOptions, ...begin, reader }),
          bookmarked,
        ]),
        ...markerAndFinalLists(role, ['watch']),
      )
    })

/** Generates a watch of a state without a version. */
export const watchFromNewestState = (): Arbitrary<Scenario> =>
  watchFromBusyState(fc.constant<Begin>({}))

/** Generates a watch of a state at a version or a later one. */
export const watchFromStateAtVersion = (): Arbitrary<Scenario> =>
  watchFromBusyState(someBegin.filter(({ resourceVersion }) => resourceVersion !== undefined))

/**
 * Generates a watch and another one (`rest`) that resumes from its bookmark, with the same writers.
 */
export const resumeFromBookmark = (): Arbitrary<Scenario> =>
  fc.record({ scene: busyScene, reader: someReader }).map(({ scene, reader }) => {
    const { role, scope, writers } = scene
    return scenarioWith(
      ...createSceneObjects(scene),
      list('start', role, scope),
      concurrently(...writers, [
        createLabelled(role, mine),
        watch('watch', role, { ...scope, ...streamingListOptions, reader }),
        bookmarked,
        watch('rest', role, { ...scope, resourceVersion: lastStreamBookmark('watch'), reader }),
      ]),
      ...markerAndFinalLists(role, ['watch', 'rest']),
    )
  })

/**
 * A watch with bookmarks during writes. It has shown the first ones before the next one; the others
 * follow each other until a bookmark comes, so that a server that delivers events in batches has
 * some that it has not yet sent. Another watch (`rest`) resumes from the last bookmark.
 */
export const resumeFromRegularBookmark: Step[] = [
  create('object', 'main', 'x'),
  watch('watch', 'main', {
    resourceVersion: versionFrom('object'),
    bookmarks: true,
    query: { timeoutSeconds: '4' },
  }),
  ...Array.from({ length: awaitedWrites }, (_, index) => [
    updateFrom('object', 'main', 'object', { '/metadata/annotations': { change: `${index}` } }),
    awaitVersion('watch', 'object'),
  ]).flat(),
  create('late', 'main', 'y'),
  // Each write changes the object, because it contains the version of the one before it.
  writeUntilBookmark(
    updateFrom('object', 'main', 'object', {
      '/metadata/annotations': { change: versionFrom('object') },
    }),
    'watch',
  ),
  waitLonger(awaitEventType('watch', 'BOOKMARK')),
  watch('rest', 'main', { resourceVersion: lastStreamBookmark('watch') }),
  ...markerAndFinalLists('main', ['rest']),
]

const busyScene: Arbitrary<WatchScene> = someWatchScene({ min: 2, max: 3 }, { min: 3, max: 8 })

/**
 * Generates watches without bookmarks during writes: `watch`, without or with a version, and
 * `state`, whose initial events a server need not support.
 */
export const watchWithoutBookmarks = (): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someWatchScene({ min: 1, max: 2 }, { min: 2, max: 6 }),
      begin: fc.constantFrom<Begin>(
        {},
        { resourceVersion: '0' },
        { resourceVersion: versionFrom('start') },
      ),
      hasOtherType: fc.boolean(),
    })
    .map(({ scene, begin, hasOtherType }) => {
      const { role, scope, writers } = scene
      const { bookmarks: _, ...unmarked } = streamingListOptions
      return scenarioWith(
        ...createSceneObjects(scene),
        list('start', role, scope),
        watch('watch', role, { ...scope, ...begin }),
        watch('state', role, { ...scope, ...unmarked }),
        concurrently(...writers),
        ...(hasOtherType ? [create('elsewhere', otherThan(role), 'elsewhere')] : []),
        ...markerAndFinalLists(role, ['watch', 'state']),
      )
    })

const otherThan = (role: Role): Role => (role === 'main' ? 'core' : 'main')
