import { expect, test } from 'vitest'
import type { History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { historyOfWrites, listedObject, observationTexts } from '../../history/test-writes.ts'
import {
  bookmarkDocument,
  watchEventDocument,
  awaitExchangeOf,
  watchExchangeOf,
} from '../../history/test-watches.ts'
import {
  bookmarksHoldOnlyAVersion,
  eventObjectsAreOfTheKind,
  eventTypesAreStrings,
} from './event-envelope.ts'

const lease = {
  kind: 'Lease',
  apiVersion: 'coordination.cluster.example/v1',
  ...listedObject('a', '1'),
}

const judged = (
  law: (history: History) => Generator<Observation>,
  documents: unknown[],
  problem?: string,
): string[] =>
  observationTexts(
    law(
      historyOfWrites([
        watchExchangeOf('watch', documents),
        awaitExchangeOf('watch shows marker', problem),
      ]),
    ),
  )

test('every event has a type of any name', () => {
  expect(
    judged(eventTypesAreStrings, [
      watchEventDocument('ADDED', lease),
      watchEventDocument('GONE', lease),
    ]),
  ).toEqual(['held'])
  for (const type of [1, null, undefined, ''])
    expect(judged(eventTypesAreStrings, [{ type, object: lease }])).toContainEqual(
      expect.stringContaining('a type that is a string'),
    )
})

test('an event shows an object of its kind', () => {
  expect(
    judged(eventObjectsAreOfTheKind, [watchEventDocument('ADDED', lease), bookmarkDocument('2')]),
  ).toEqual(['held'])
  expect(judged(eventObjectsAreOfTheKind, [{ type: 'ADDED' }])).toContainEqual(
    expect.stringContaining('has an object'),
  )
  for (const wrong of [{ kind: 'LeaseList' }, { kind: undefined }, { apiVersion: 'v1' }])
    expect(
      judged(eventObjectsAreOfTheKind, [watchEventDocument('MODIFIED', { ...lease, ...wrong })]),
    ).toContainEqual(expect.stringContaining('kind that is watched'))
  expect(
    judged(eventObjectsAreOfTheKind, [watchEventDocument('ADDED', { ...lease, metadata: {} })]),
  ).toContainEqual(expect.stringContaining('has its metadata'))
})

test('a stream with missing events is inconclusive', () => {
  expect(judged(eventTypesAreStrings, [], 'nothing came for 5 ms')).toEqual(['preconditionUnmet'])
  expect(judged(bookmarksHoldOnlyAVersion, [watchEventDocument('ADDED', lease)])).toEqual([
    'preconditionUnmet',
  ])
})

const bare = { resourceVersion: '7' }
const bookmarked = (of: object) =>
  judged(bookmarksHoldOnlyAVersion, [watchEventDocument('BOOKMARK', { ...of })])

test.each([
  [{ metadata: bare }],
  [{ kind: 'Lease', apiVersion: 'v1', metadata: { ...bare, creationTimestamp: null } }],
  [{ metadata: { ...bare, annotations: { 'k8s.io/initial-events-end': 'true' } } }],
  [{ metadata: { ...bare, name: '' }, spec: { containers: null }, status: {} }],
])('a bookmark may be %j', of => {
  expect(bookmarked(of)).toEqual(['held'])
})

test.each([
  [{ metadata: { ...bare, name: 'a' } }],
  [{ metadata: { ...bare, uid: 'u' } }],
  [{ metadata: { ...bare, labels: { shade: 'dark' } } }],
  [{ metadata: { ...bare, annotations: { change: 'one' } } }],
  [{ metadata: bare, spec: { holder: 'me' } }],
  [{ metadata: bare, data: ['x'] }],
])('a bookmark may not be %j', of => {
  expect(bookmarked(of)).toContainEqual(expect.stringContaining('has only a resourceVersion'))
})

test('a bookmark has a version', () => {
  expect(bookmarked({ metadata: {} })).toContainEqual(expect.stringContaining('has a version'))
})
