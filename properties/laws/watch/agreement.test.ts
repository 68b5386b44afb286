import { expect, test } from 'vitest'
import { historyOfWrites, listedObject, observationTexts } from '../../history/test-writes.ts'
import { watchEventDocument, awaitExchangeOf, watchExchangeOf } from '../../history/test-watches.ts'
import { watchesAgree } from './agreement.ts'

const a2 = watchEventDocument('ADDED', listedObject('a', '2'))
const a4 = watchEventDocument('MODIFIED', listedObject('a', '4'))
const b3 = watchEventDocument('ADDED', listedObject('b', '3', { namespace: 'n0' }))

type Options = { from?: string; problem?: string }

/** Judges a watch of all namespaces together with a watch of the first namespace. */
const judged = (all: unknown[], one: unknown[], { from = '1', problem }: Options = {}) =>
  observationTexts(
    watchesAgree(
      ['all', 'one'],
      ['wait'],
    )(
      historyOfWrites([
        watchExchangeOf('all', all, { from: '1', namespace: 'all' }),
        watchExchangeOf('one', one, { from }),
        awaitExchangeOf('wait', problem),
      ]),
    ),
  )

test('two watches agree on their common changes', () => {
  expect(judged([a2, b3, a4], [a2, a4])).toEqual(['held'])
})

test.each([
  ['leaves out an event', [a2]],
  ['has another order', [a4, a2]],
  ['names another type', [a2, watchEventDocument('ADDED', listedObject('a', '4'))]],
])('a watch that %s does not agree with the other', (_what, one) => {
  expect(judged([a2, b3, a4], one)).toContainEqual(
    expect.stringContaining('deliver the same changes'),
  )
})

test('a watch that shows an object with other content does not agree', () => {
  const otherwise = watchEventDocument(
    'MODIFIED',
    listedObject('a', '4', { labels: { shade: 'dark' } }),
  )
  expect(judged([a2, a4], [a2, otherwise])).toEqual([
    'held',
    'Two watches deliver the same object at the same version.',
  ])
})

test('watches from two versions, or with missing events, are inconclusive', () => {
  expect(judged([a2, a4], [a4], { from: '2' })).toEqual(['preconditionUnmet'])
  expect(judged([a2, a4], [a2], { problem: 'nothing came for 5 ms' })).toEqual([
    'preconditionUnmet',
  ])
})
