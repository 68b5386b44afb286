import { expect, test } from 'vitest'
import { historyOfWrites, listedObject, observationTexts } from '../../history/test-writes.ts'
import {
  bookmarkDocument,
  watchEventDocument,
  watchExchangeOf,
} from '../../history/test-watches.ts'
import { eventVersionsIncrease } from './ordered.ts'

const broken = 'Each event of a watch is at a later version than the one before it.'

const judged = (
  events: unknown[],
  { from = '1', ordered = true }: { from?: string; ordered?: boolean } = {},
) =>
  observationTexts(
    eventVersionsIncrease('watch')(
      historyOfWrites([watchExchangeOf('watch', events, { from })], { ordered }),
    ),
  )

test('versions that increase as numbers are in order, even with gaps', () => {
  const removal = watchEventDocument('DELETED', listedObject('a', '11'))
  expect(judged([watchEventDocument('ADDED', listedObject('a', '9')), removal])).toEqual(['held'])
})

test.each([
  ['is earlier than the one before', ['11', '9']],
  ['is the same as the one before', ['9', '9']],
])('a version that %s breaks the order', (_what, versions) => {
  const events = versions.map(version => watchEventDocument('MODIFIED', listedObject('a', version)))
  expect(judged(events)).toEqual([broken])
})

test('initial events may be in any order, but later ones may not', () => {
  const state = [
    watchEventDocument('ADDED', listedObject('a', '9')),
    watchEventDocument('ADDED', listedObject('b', '2')),
  ]
  const tail = [
    watchEventDocument('MODIFIED', listedObject('b', '11')),
    watchEventDocument('MODIFIED', listedObject('a', '10')),
  ]
  expect(judged(state, { from: '' })).toEqual([])
  expect(judged([...state, bookmarkDocument('9'), ...tail], { from: '' })).toEqual([broken])
})

test('writes of others and unordered versions are inconclusive', () => {
  const theirs = { metadata: { ...listedObject('a', '3').metadata, name: 'theirs' } }
  const backwards = [
    watchEventDocument('ADDED', listedObject('a', '9')),
    watchEventDocument('ADDED', listedObject('b', '2')),
  ]
  expect(
    judged([
      watchEventDocument('ADDED', listedObject('a', '9')),
      watchEventDocument('ADDED', theirs),
    ]),
  ).toEqual([])
  expect(judged(backwards, { ordered: false })).toEqual(['preconditionUnmet'])
})

test('versions that are not integers cannot be compared', () => {
  const events = ['v9', 'v10'].map(version =>
    watchEventDocument('MODIFIED', listedObject('a', version)),
  )
  expect(judged(events, { from: 'v8' })).toEqual(['preconditionUnmet'])
})
