// Watches that begin with the state: `watch` is the one to be judged, `watch has a BOOKMARK` the
// wait for the end of its initial events. The endings are those of `watched.ts`.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import {
  create,
  lastBookmarkOf,
  list,
  steps,
  together,
  untilType,
  versionOf,
  watch,
} from '../../dsl/steps.ts'
import type { WatchOptions } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { created, objectLabel, someObjects, someRole, someScope, someWrites } from '../spread.ts'
import type { Spread } from '../spread.ts'
import { ending, made, someReader, someScene } from './watched.ts'
import type { Scene } from './watched.ts'

/** The parameters of a watch that begins with the state. */
export const stateFirst = {
  initialEvents: true,
  bookmarks: true,
  match: 'NotOlderThan',
} satisfies WatchOptions

const bookmarked = untilType('watch', 'BOOKMARK')

/** A state that nobody changes while it is told, without a version or at that of a list of it. */
export const watchedFromState = (): Arbitrary<Scenario> =>
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
        steps(
          ...objects.map(object => created(role, object)),
          ...writes,
          list('start', role, scope),
          watch('watch', role, {
            ...scope,
            ...stateFirst,
            ...(hasVersion ? { resourceVersion: versionOf('start') } : {}),
            reader,
          }),
          bookmarked,
          ...ending(role, ['watch']),
        ),
      ),
    )

/** An object that the watcher itself writes right before it watches. */
const mine: Spread = { name: 'mine', namespace: 0, shade: 'dark' }

type Begin = { resourceVersion?: Term }

/** What the watched state may be asked for: none, or a version that a list or a write gave. */
const someBegin: Arbitrary<Begin> = fc.constantFrom<Begin>(
  {},
  { resourceVersion: versionOf('start') },
  { resourceVersion: versionOf(objectLabel(mine)) },
)

/** A state that writers change while it is told. */
export const watchedFromBusyState = (begins: Arbitrary<Begin> = someBegin): Arbitrary<Scenario> =>
  fc
    .record({ scene: busyScene, begin: begins, reader: someReader })
    .map(({ scene, begin, reader }) => {
      const { role, scope, writers } = scene
      return steps(
        ...made(scene),
        list('start', role, scope),
        together(...writers, [
          created(role, mine),
          watch('watch', role, { ...scope, ...stateFirst, ...begin, reader }),
          bookmarked,
        ]),
        ...ending(role, ['watch']),
      )
    })

/** A state without a version. */
export const watchedFromNewestState = (): Arbitrary<Scenario> =>
  watchedFromBusyState(fc.constant<Begin>({}))

/** A state at a version or a later one. */
export const watchedFromStateAtVersion = (): Arbitrary<Scenario> =>
  watchedFromBusyState(someBegin.filter(({ resourceVersion }) => resourceVersion !== undefined))

/** The bookmark of one watch, from which another (`rest`) goes on beside the same writers. */
export const resumedFromBookmark = (): Arbitrary<Scenario> =>
  fc.record({ scene: busyScene, reader: someReader }).map(({ scene, reader }) => {
    const { role, scope, writers } = scene
    return steps(
      ...made(scene),
      list('start', role, scope),
      together(...writers, [
        created(role, mine),
        watch('watch', role, { ...scope, ...stateFirst, reader }),
        bookmarked,
        watch('rest', role, { ...scope, resourceVersion: lastBookmarkOf('watch'), reader }),
      ]),
      ...ending(role, ['watch', 'rest']),
    )
  })

const busyScene: Arbitrary<Scene> = someScene({ min: 2, max: 3 }, { min: 3, max: 8 })

/**
 * Watches that ask for no bookmarks, beside writers: `watch`, from nowhere or from a version, and
 * `state`, whose initial events a server need not know.
 */
export const watchedWithoutBookmarks = (): Arbitrary<Scenario> =>
  fc
    .record({
      scene: someScene({ min: 1, max: 2 }, { min: 2, max: 6 }),
      begin: fc.constantFrom<Begin>(
        {},
        { resourceVersion: '0' },
        { resourceVersion: versionOf('start') },
      ),
    })
    .map(({ scene, begin }) => {
      const { role, scope, writers } = scene
      const { bookmarks: _, ...unmarked } = stateFirst
      return steps(
        ...made(scene),
        list('start', role, scope),
        watch('watch', role, { ...scope, ...begin }),
        watch('state', role, { ...scope, ...unmarked }),
        together(...writers),
        create('elsewhere', otherThan(role), 'elsewhere'),
        ...ending(role, ['watch', 'state']),
      )
    })

const otherThan = (role: Role): Role => (role === 'main' ? 'core' : 'main')
