import { expect, test } from 'vitest'
import { historyOfWrites, listAnswer, observationTexts } from '../../history/test-writes.ts'
import { awaitExchangeOf, watchExchangeOf } from '../../history/test-watches.ts'
import { eventArrives } from './arrival.ts'

const says = 'It comes.'

const judged = (problem?: string, end?: 'ended' | 'broken') =>
  observationTexts(
    eventArrives(
      historyOfWrites([
        watchExchangeOf('watch', [], end ? { end } : {}),
        awaitExchangeOf('wait', problem),
      ]),
      { stream: 'watch', wait: 'wait' },
      says,
    ),
  )

test('an event that arrived counts, even if the stream ended later', () => {
  expect(judged()).toEqual(['held'])
  expect(judged(undefined, 'ended')).toEqual(['held'])
})

test('an event that does not arrive while the stream is open breaks the rule', () => {
  expect(judged('nothing came for 5 ms')).toEqual([says])
})

test.each(['ended', 'broken'] as const)('a stream that %s before is inconclusive', end => {
  expect(judged('the stream ended before it was shown', end)).toEqual(['preconditionUnmet'])
})

test('a watch that is not a stream is inconclusive', () => {
  const history = historyOfWrites([
    listAnswer('watch', []),
    awaitExchangeOf('wait', 'watch is not an open stream'),
  ])
  expect(observationTexts(eventArrives(history, { stream: 'watch', wait: 'wait' }, says))).toEqual([
    'preconditionUnmet',
  ])
})
