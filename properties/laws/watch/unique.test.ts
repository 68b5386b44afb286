import { expect, test } from 'vitest'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import {
  bookmarkDocument,
  watchEventDocument,
  awaitExchangeOf,
  watchExchangeOf,
} from '../../history/test-watches.ts'
import { onlyTheseTypesAreDelivered, noStateIsDeliveredTwice } from './unique.ts'

const [a1, a2, a4] = [listedObject('a', '1'), listedObject('a', '2'), listedObject('a', '4')]
const gone = watchEventDocument('DELETED', listedObject('a', '3'))

const judged = (events: unknown[]) =>
  observationTexts(
    noStateIsDeliveredTwice('watch')(historyOfWrites([watchExchangeOf('watch', events)])),
  )

test('each state is delivered once, even if a name is used again', () => {
  const changes = [
    watchEventDocument('ADDED', a1),
    watchEventDocument('MODIFIED', a2),
    gone,
    watchEventDocument('ADDED', a4),
  ]
  expect(judged(changes)).toEqual(['held'])
})

test('a removal at the version of the last state is not a second delivery of it', () => {
  const removed = watchEventDocument('DELETED', a2)
  const first = [watchEventDocument('ADDED', a1), watchEventDocument('MODIFIED', a2), removed]

  expect(judged(first)).toEqual(['held'])
  expect(judged([...first, removed])).toContainEqual(expect.stringContaining('delivered twice'))
})

test.each([
  [
    'a state twice',
    [watchEventDocument('ADDED', a1), watchEventDocument('MODIFIED', a1)],
    'delivered twice',
  ],
  ['a removal twice', [watchEventDocument('ADDED', a1), gone, gone], 'delivered twice'],
  [
    'what is there as ADDED',
    [watchEventDocument('ADDED', a1), watchEventDocument('ADDED', a2)],
    'existing object is ADDED',
  ],
])('a stream that shows %s breaks the rule', (_what, events, says) => {
  expect(judged(events)).toContainEqual(expect.stringContaining(says))
})

test('bookmarks and objects of others are ignored, and a non-stream is inconclusive', () => {
  const theirs = watchEventDocument('ADDED', { metadata: { ...a1.metadata, name: 'theirs' } })
  expect(judged([bookmarkDocument('1'), bookmarkDocument('1'), theirs, theirs])).toEqual([])
  const refused = historyOfWrites([listAnswer('watch', [])])
  expect(observationTexts(noStateIsDeliveredTwice('watch')(refused))).toEqual(['preconditionUnmet'])
})

const [x1, x2, x3] = [listedObject('x', '1'), listedObject('x', '2'), listedObject('x', '3')]

const counted = (events: unknown[], problem?: string) =>
  observationTexts(
    onlyTheseTypesAreDelivered('watch', ['MODIFIED', 'MODIFIED'])(
      historyOfWrites([
        acknowledgedWrite(x1),
        watchExchangeOf('watch', events, { from: '1' }),
        acknowledgedWrite(x2, { basedOn: '1' }),
        acknowledgedWrite(x2, { basedOn: '2' }),
        acknowledgedWrite(x3, { basedOn: '2' }),
        awaitExchangeOf('watch shows marker', problem),
      ]),
    ),
  )

test('an update without changes causes no event', () => {
  const [second, third] = [watchEventDocument('MODIFIED', x2), watchEventDocument('MODIFIED', x3)]
  expect(counted([second, third, watchEventDocument('ADDED', a4)])).toEqual(['held'])
  expect(counted([second, second, third])).toEqual([
    'An update that changes nothing produces no event.',
  ])
  expect(counted([second], 'nothing came for 5 ms')).toEqual(['preconditionUnmet'])
})
