import { expect, test } from 'vitest'
import type { History } from '../../history/history.ts'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { watchEventDocument, awaitExchangeOf, watchExchangeOf } from '../../history/test-watches.ts'
import {
  requireNoForeignItems,
  requireCaughtUp,
  matchedEventsOf,
  timelinesInScope,
  requireOwnObjectsUntouched,
  interpretWatch,
} from './interpreted-watch.ts'

const [a1, a2, a9] = [listedObject('a', '1'), listedObject('a', '2'), listedObject('a', '9')]
const b3 = listedObject('b', '3', { namespace: 'n0' })

function* lines(history: History, ...parts: string[]) {
  const record = yield* interpretWatch(history, 'watch', ...parts)
  return { record, lines: yield* matchedEventsOf(history, record) }
}

const indexes = (history: History, ...parts: string[]): number[] => {
  const judging = lines(history, ...parts)
  let next = judging.next()
  while (!next.done) next = judging.next()
  return next.value.lines.map(({ index }) => index)
}

const made = [
  acknowledgedWrite(a1),
  acknowledgedWrite(a2, { basedOn: '1' }),
  acknowledgedDelete('a'),
  acknowledgedWrite(listedObject('a', '4')),
]

test('each event is mapped to the change it shows', () => {
  const events = [
    watchEventDocument('ADDED', a1),
    watchEventDocument('MODIFIED', a2),
    watchEventDocument('DELETED', listedObject('a', '3')),
  ]
  const history = historyOfWrites([
    ...made,
    watchExchangeOf('watch', events),
    listAnswer('final', []),
  ])
  expect(indexes(history)).toEqual([0, 1, 2])
})

test('a repeated removal is the same change', () => {
  const gone = watchEventDocument('DELETED', listedObject('a', '3'))
  expect(indexes(historyOfWrites([...made, watchExchangeOf('watch', [gone, gone])]))).toEqual([
    2, 2,
  ])
})

test('watches that continue each other are one record', () => {
  const history = historyOfWrites([
    ...made,
    watchExchangeOf('watch', [watchEventDocument('ADDED', a1)]),
    watchExchangeOf('rest', [watchEventDocument('MODIFIED', a2)], { from: '1' }),
  ])
  expect(indexes(history, 'rest')).toEqual([0, 1])
})

test('an event without a matching write breaks the rule', () => {
  const history = historyOfWrites([
    acknowledgedWrite(a1),
    watchExchangeOf('watch', [watchEventDocument('ADDED', a9)]),
    listAnswer('final', [a1]),
  ])
  expect(observationTexts(lines(history))).toEqual([expect.stringContaining('as a write left it')])
})

test('an event of an object that others wrote is inconclusive', () => {
  const history = historyOfWrites([
    acknowledgedWrite(a1),
    watchExchangeOf('watch', [watchEventDocument('ADDED', a9)]),
    listAnswer('final', [a9]),
  ])
  expect(observationTexts(lines(history))).toEqual(['preconditionUnmet'])
})

test('an event before a removal may be that of another writer', () => {
  const events = [watchEventDocument('ADDED', a1), watchEventDocument('MODIFIED', a9)]
  const history = historyOfWrites([
    acknowledgedWrite(a1),
    watchExchangeOf('watch', events),
    acknowledgedDelete('a'),
    listAnswer('final', []),
  ])
  expect(observationTexts(lines(history))).toEqual(['preconditionUnmet'])
})

test('a watch that is not a stream is inconclusive', () => {
  expect(observationTexts(lines(historyOfWrites([listAnswer('watch', [])])))).toEqual([
    'preconditionUnmet',
  ])
})

test.each([
  ['n', ['n/own-a']],
  ['all', ['n/own-a', 'n0/own-b']],
])('a watch of %s covers the objects there', (namespace, keys) => {
  const history = historyOfWrites([
    acknowledgedWrite(a1),
    acknowledgedWrite(b3),
    watchExchangeOf('watch', [], { namespace }),
  ])
  const judging = interpretWatch(history, 'watch')
  let next = judging.next()
  while (!next.done) next = judging.next()
  expect([...timelinesInScope(next.value).keys()]).toEqual(keys)
})

test('a wait without result and another writer are unmet preconditions', () => {
  const late = historyOfWrites([awaitExchangeOf('wait', 'nothing came for 5 ms')])
  expect(observationTexts(requireCaughtUp(late, 'wait'))).toEqual(['preconditionUnmet'])
  expect(
    observationTexts(requireCaughtUp(historyOfWrites([awaitExchangeOf('wait')]), 'wait')),
  ).toEqual([])

  const foreign = { metadata: { ...a1.metadata, name: 'theirs' } }
  expect(
    observationTexts(requireNoForeignItems(historyOfWrites([listAnswer('final', [a1, foreign])]))),
  ).toEqual(['preconditionUnmet'])
  expect(
    observationTexts(requireNoForeignItems(historyOfWrites([listAnswer('final', [a1])]))),
  ).toEqual([])
})

/**
 * Returns a history in which object a is created and changed, a watch shows `shown`, and the final
 * list shows `last`.
 */
const shared = (shown: ReturnType<typeof listedObject>, last: ReturnType<typeof listedObject>) =>
  historyOfWrites([
    acknowledgedWrite(a1),
    watchExchangeOf('watch', [
      watchEventDocument('ADDED', a1),
      watchEventDocument('MODIFIED', shown),
    ]),
    acknowledgedWrite(a2, { basedOn: '1' }),
    listAnswer('final', [last]),
  ])

test('an unknown version is that of another writer, unless objects cannot differ', () => {
  function* alone(history: History) {
    yield* requireOwnObjectsUntouched(history, yield* interpretWatch(history, 'watch'))
  }
  expect(observationTexts(alone(shared(a2, a2)))).toEqual([])
  expect(observationTexts(alone(shared(a9, a9)))).toEqual(['preconditionUnmet'])
  expect(observationTexts(alone(shared(a9, a2)))).toEqual([])
})
