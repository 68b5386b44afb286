// Watches and reads at versions that the server gave out: by writes, lists, events and bookmarks.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Request, Scenario, Step, Watch } from '../../dsl/scenario.ts'
import {
  create,
  get,
  lastBookmarkOf,
  lastVersionOf,
  list,
  named,
  remove,
  steps,
  untilEvents,
  untilType,
  versionOf,
  walk,
  watch,
} from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { updated } from '../collections.ts'
import { created, objectLabel, someObjects, someRole, someScope, someWrites } from '../spread.ts'
import type { Spread } from '../spread.ts'
import { stateFirst } from './watch-lists.ts'
import { ending } from './watched.ts'

/** Writes beneath a watch, and another watch (`again`) from the version that one of them gave. */
export const watchedWhileWritten = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, scope: someScope, objects: someObjects(2, 4) })
    .chain(({ role, scope, objects }) =>
      someWrites({ role, objects, fresh: 'f' }, 3, 8).map(writes =>
        steps(
          list('start', role, scope),
          watch('watch', role, { ...scope, resourceVersion: versionOf('start') }),
          ...objects.map(object => created(role, object)),
          ...writes,
          watch('again', role, {
            ...scope,
            resourceVersion: versionOf(lastingOf(objects, writes)),
          }),
          ...ending(role, ['watch', 'again']),
        ),
      ),
    )

/** What gives a version: an object that no write deletes, else the list that came first. */
function lastingOf(objects: Spread[], writes: Request[]): string {
  const labels = objects.map(objectLabel)
  const deleted = writes.filter(({ method }) => method === 'DELETE').map(({ as }) => as)
  return labels.find(label => !deleted.includes(label)) ?? 'start'
}

/** A list read in chunks while others write, and a watch from the version that its chunks share. */
export const watchedFromPages = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, names: someObjects(3, 6), limit: fc.integer({ min: 1, max: 2 }) })
    .chain(({ role, names, limit }) => {
      // All in one namespace, so that they do not fit in one chunk.
      const objects = names.map(object => ({ ...object, namespace: 0 }))
      return fc
        .tuple(
          someWrites({ role, objects, fresh: 'bb' }, 1, 3),
          someWrites({ role, objects, fresh: 'cc' }, 0, 2),
          someWrites({ role, objects, fresh: 'dd' }, 0, 2),
        )
        .map(([first, second, later]) =>
          steps(
            ...objects.map(object => created(role, object)),
            walk(list('page', role, { limit }), [first, second]),
            watch('watch', role, { resourceVersion: versionOf('page') }),
            ...later,
            ...ending(role, ['watch']),
          ),
        )
    })

type Source = { of: string; version: Term }

const sources: Source[] = [
  { of: 'creation', version: versionOf('object-b') },
  { of: 'update', version: versionOf('object-a') },
  { of: 'get', version: versionOf('read') },
  { of: 'list', version: versionOf('start') },
  { of: 'item', version: { $seen: 'start', at: '/items/0/metadata/resourceVersion' } },
  { of: 'event', version: lastVersionOf('events') },
]

/** Reads (labels `at …`) at a version of some origin, and at one of a bookmark if one comes. */
export const readsAtIssuedVersions = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      source: fc.constantFrom(...sources),
      hasBookmark: fc.boolean(),
      later: fc.nat(2),
      order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    })
    .map(({ role, source, hasBookmark, later, order }) =>
      steps(
        create('object-a', role, 'a'),
        create('object-b', role, 'b'),
        updated(role, 'a', 'first'),
        // After a removal the version of a list is that of no object.
        create('object-c', role, 'c'),
        remove('object-c', role, named('c')),
        get('read', role, named('a')),
        list('start', role),
        ...(source.of === 'event' ? anEvent(role) : []),
        ...(hasBookmark ? aBookmark(role) : []),
        ...Array.from({ length: later }, (_, index) => create(`later ${index}`, role, `d${index}`)),
        ...readsAt(role, source, order),
        ...(hasBookmark
          ? readsAt(role, { of: 'bookmark', version: lastBookmarkOf('bookmarked') }, order)
          : []),
      ),
    )

const anEvent = (role: Role): Step[] => [
  watch('events', role, { resourceVersion: versionOf('object-b') }),
  untilEvents('events', 1),
]

const aBookmark = (role: Role): Step[] => [
  watch('bookmarked', role, stateFirst),
  untilType('bookmarked', 'BOOKMARK'),
]

function readsAt(role: Role, { of, version }: Source, order: number[]): (Request | Watch)[] {
  const resourceVersion = version
  const reads = [
    get(`at the version of a ${of}: get`, role, named('a'), { resourceVersion }),
    list(`at the version of a ${of}: list`, role, { resourceVersion, match: 'NotOlderThan' }),
    list(`at the version of a ${of}: exact list`, role, { resourceVersion, match: 'Exact' }),
    watch(`at the version of a ${of}: watch`, role, { resourceVersion }),
  ]
  return order.flatMap(position => reads[position] ?? [])
}
