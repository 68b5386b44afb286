// Generates watches and reads at versions that the server issued: by writes, lists, events and
// bookmarks.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario, Step, WatchStep } from '../../dsl/scenario.ts'
import {
  create,
  get,
  lastStreamBookmark,
  lastStreamVersion,
  list,
  caseName,
  deleteObject,
  scenarioWith,
  awaitEventCount,
  awaitEventType,
  versionFrom,
  listByChunks,
  watch,
} from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { updateContent } from '../collections.ts'
import {
  createLabelled,
  objectStepLabel,
  someObjects,
  someRole,
  someScope,
  someWrites,
} from '../labelled-objects.ts'
import type { LabelledObject } from '../labelled-objects.ts'
import { streamingListOptions } from './streaming-lists.ts'
import { markerAndFinalLists } from './watched.ts'

/** Generates writes during a watch, and another watch (`again`) from the version of one of them. */
export const watchFromWrittenVersion = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, scope: someScope, objects: someObjects(2, 4) })
    .chain(({ role, scope, objects }) =>
      someWrites({ role, objects, fresh: 'f' }, 3, 8).map(writes =>
        scenarioWith(
          list('start', role, scope),
          watch('watch', role, { ...scope, resourceVersion: versionFrom('start') }),
          ...objects.map(object => createLabelled(role, object)),
          ...writes,
          watch('again', role, {
            ...scope,
            resourceVersion: versionFrom(lastingOf(objects, writes)),
          }),
          ...markerAndFinalLists(role, ['watch', 'again']),
        ),
      ),
    )

/**
 * Returns the label of the step whose version is used: an object that no write deletes, or else the
 * first list.
 */
function lastingOf(objects: LabelledObject[], writes: RequestStep[]): string {
  const labels = objects.map(objectStepLabel)
  const deleted = writes.filter(({ method }) => method === 'DELETE').map(({ as }) => as)
  return labels.find(label => !deleted.includes(label)) ?? 'start'
}

/**
 * Generates a list that is read in chunks during writes, and a watch from the version of its
 * chunks.
 */
export const watchFromPagedList = (): Arbitrary<Scenario> =>
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
          scenarioWith(
            ...objects.map(object => createLabelled(role, object)),
            listByChunks(list('page', role, { limit }), [first, second]),
            watch('watch', role, { resourceVersion: versionFrom('page') }),
            ...later,
            ...markerAndFinalLists(role, ['watch']),
          ),
        )
    })

type Source = { of: string; version: Term }

const sources: Source[] = [
  { of: 'creation', version: versionFrom('object-b') },
  { of: 'update', version: versionFrom('object-a') },
  { of: 'get', version: versionFrom('read') },
  { of: 'list', version: versionFrom('start') },
  { of: 'item', version: { $seen: 'start', at: '/items/0/metadata/resourceVersion' } },
  { of: 'event', version: lastStreamVersion('events') },
]

/**
 * Generates reads (`at …`) at an issued version of some source, and at that of a bookmark if one
 * arrives.
 */
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
      scenarioWith(
        create('object-a', role, 'a'),
        create('object-b', role, 'b'),
        updateContent(role, 'a', 'first'),
        // After a removal no object has the version of the list.
        create('object-c', role, 'c'),
        deleteObject('object-c', role, caseName('c')),
        get('read', role, caseName('a')),
        list('start', role),
        ...(source.of === 'event' ? anEvent(role) : []),
        ...(hasBookmark ? aBookmark(role) : []),
        ...Array.from({ length: later }, (_, index) => create(`later ${index}`, role, `d${index}`)),
        ...readsAt(role, source, order),
        ...(hasBookmark
          ? readsAt(role, { of: 'bookmark', version: lastStreamBookmark('bookmarked') }, order)
          : []),
      ),
    )

const anEvent = (role: Role): Step[] => [
  watch('events', role, { resourceVersion: versionFrom('object-b') }),
  awaitEventCount('events', 1),
]

const aBookmark = (role: Role): Step[] => [
  watch('bookmarked', role, streamingListOptions),
  awaitEventType('bookmarked', 'BOOKMARK'),
]

function readsAt(
  role: Role,
  { of, version }: Source,
  order: number[],
): (RequestStep | WatchStep)[] {
  const resourceVersion = version
  const reads = [
    get(`at the version of a ${of}: get`, role, caseName('a'), { resourceVersion }),
    list(`at the version of a ${of}: list`, role, { resourceVersion, match: 'NotOlderThan' }),
    list(`at the version of a ${of}: exact list`, role, { resourceVersion, match: 'Exact' }),
    watch(`at the version of a ${of}: watch`, role, { resourceVersion }),
  ]
  return order.flatMap(position => reads[position] ?? [])
}
