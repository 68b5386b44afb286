import { expect, test } from 'vitest'
import { historyOf, listed, verdictsOf } from '../../history/written.ts'
import { waited, watched } from '../../history/written-watch.ts'
import { arrives } from './arrival.ts'

const says = 'It comes.'

const judged = (problem?: string, end?: 'ended' | 'broken') =>
  verdictsOf(
    arrives(
      historyOf([watched('watch', [], end ? { end } : {}), waited('wait', problem)]),
      { stream: 'watch', wait: 'wait' },
      says,
    ),
  )

test('an event that came arrives, also when the stream ended later', () => {
  expect(judged()).toEqual(['held'])
  expect(judged(undefined, 'ended')).toEqual(['held'])
})

test('an event that does not come while the stream is open breaks the rule', () => {
  expect(judged('nothing came for 5 ms')).toEqual([says])
})

test.each(['ended', 'broken'] as const)('a stream that %s before says nothing', end => {
  expect(judged('the stream ended before', end)).toEqual(['unmet'])
})

test('a watch that is no stream says nothing', () => {
  const history = historyOf([listed('watch', []), waited('wait', 'watch is no open stream')])
  expect(verdictsOf(arrives(history, { stream: 'watch', wait: 'wait' }, says))).toEqual(['unmet'])
})
