import { expect, test } from 'vitest'
import { historyOfWrites, listedObject, observationTexts } from '../../history/test-writes.ts'
import { watchEventDocument, watchExchangeOf } from '../../history/test-watches.ts'
import { bookmarksAreEmpty, oneBookmarkIsTheEnd } from './bookmark-shape.ts'

const types = { kind: 'Lease', apiVersion: 'coordination.cluster.example/v1' }
const annotations = { 'cluster.example/initial-events-end': 'true' }
const marked = watchEventDocument('BOOKMARK', {
  ...types,
  metadata: { resourceVersion: '5', annotations },
})
const plain = watchEventDocument('BOOKMARK', { ...types, metadata: { resourceVersion: '6' } })
const event = watchEventDocument('ADDED', listedObject('a', '1'))

const isTheEnd = (...events: unknown[]) =>
  observationTexts(
    oneBookmarkIsTheEnd('watch')(historyOfWrites([watchExchangeOf('watch', events)])),
  )

test('only the first bookmark is marked as the end of the initial events', () => {
  const broken =
    'The first bookmark after initial events, and no other, has the initial-events-end annotation.'
  expect(isTheEnd(event, marked, plain)).toEqual(['held'])
  expect(isTheEnd(event, plain, marked)).toEqual([broken])
  expect(isTheEnd(event, plain)).toEqual([broken])
  expect(isTheEnd(event, marked, marked)).toEqual([broken])
})

const areEmpty = (...events: unknown[]) =>
  observationTexts(bookmarksAreEmpty('watch')(historyOfWrites([watchExchangeOf('watch', events)])))

test('a bookmark has a version, its annotations, and empty members', () => {
  const empty = {
    metadata: { resourceVersion: '6', creationTimestamp: null, name: '' },
    spec: { replicas: 0 },
  }
  expect(areEmpty(marked, plain)).toEqual(['held'])
  expect(areEmpty(watchEventDocument('BOOKMARK', { ...types, ...empty }))).toEqual(['held'])
})

test.each([
  ['the name of an object', { ...types, metadata: { resourceVersion: '6', name: 'own-a' } }],
  ['content', { ...types, metadata: { resourceVersion: '6' }, spec: { holderIdentity: 'x' } }],
  ['another kind', { ...types, kind: 'Secret', metadata: { resourceVersion: '6' } }],
  ['no version', { ...types, metadata: {} }],
])('a bookmark with %s breaks the rule', (_what, shown) => {
  expect(areEmpty(watchEventDocument('BOOKMARK', shown))).toEqual([
    'A bookmark has kind, apiVersion and resourceVersion, and no data of an object.',
  ])
})

test('a watch without a bookmark is inconclusive, since bookmarks are optional', () => {
  expect(isTheEnd(event)).toEqual(['preconditionUnmet'])
  expect(areEmpty(event)).toEqual(['preconditionUnmet'])
})
