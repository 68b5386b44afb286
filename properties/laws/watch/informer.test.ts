import { expect, test } from 'vitest'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { watchEventDocument, awaitExchangeOf, watchExchangeOf } from '../../history/test-watches.ts'
import { listPlusWatchIsLaterList } from './informer.ts'

const [a1, a3, b2, c4] = [
  listedObject('a', '1'),
  listedObject('a', '3'),
  listedObject('b', '2'),
  listedObject('c', '4'),
]
const everything = [
  watchEventDocument('MODIFIED', a3),
  watchEventDocument('DELETED', listedObject('b', '9')),
  watchEventDocument('ADDED', c4),
]

const judged = (events: unknown[], { end = [a3, c4], problem = '' } = {}) =>
  observationTexts(
    listPlusWatchIsLaterList({ start: 'start', watch: 'watch', wait: 'wait', end: 'end' })(
      historyOfWrites([
        acknowledgedWrite(a1),
        acknowledgedWrite(b2),
        listAnswer('start', [a1, b2], { version: '2' }),
        watchExchangeOf('watch', events, { from: '2' }),
        acknowledgedWrite(a3, { basedOn: '1' }),
        acknowledgedDelete('b'),
        acknowledgedWrite(c4),
        problem === '' ? awaitExchangeOf('wait') : awaitExchangeOf('wait', problem),
        listAnswer('end', end),
      ]),
    ),
  )

const broken = expect.stringContaining('add up')

test('a list and all later changes add up to a later list', () => {
  expect(judged(everything)).toEqual(['held'])
})

test.each([
  ['a change', 0],
  ['a removal', 1],
  ['a creation', 2],
])('they do not add up if %s is not shown', (_what, missing) => {
  expect(judged(everything.filter((_, index) => index !== missing))).toContainEqual(broken)
})

test('a stream that has not shown the last write is inconclusive', () => {
  expect(judged([], { problem: 'nothing came for 5 ms' })).toEqual(['preconditionUnmet'])
})

test('later changes by others are inconclusive', () => {
  expect(judged(everything, { end: [listedObject('a', '7'), c4] })).toContain('preconditionUnmet')
})
