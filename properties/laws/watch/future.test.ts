import { expect, test } from 'vitest'
import { historyOf, object, refusedRead, verdictsOf } from '../../history/written.ts'
import { told, waited, watched } from '../../history/written-watch.ts'
import { tellsNothingYet } from './future.ts'

const judged = (
  ahead: ReturnType<typeof watched>,
  { ordered = true, problem }: { ordered?: boolean; problem?: string } = {},
) =>
  verdictsOf(
    tellsNothingYet('ahead', 'wait')(historyOf([ahead, waited('wait', problem)], { ordered })),
  )

const from = (...versions: string[]) =>
  watched(
    'ahead',
    versions.map(version => told('ADDED', object('a', version))),
    { from: '1000' },
  )

test('a watch from far ahead is silent, is refused, or tells what is later still', () => {
  expect(judged(from())).toEqual(['held'])
  expect(judged(refusedRead('ahead', 504, { resourceVersion: '1000' }))).toEqual(['held'])
  expect(judged(from('1001'))).toEqual(['held'])
})

test.each(['7', '1000'])('a change at %s is not after 1000', version => {
  expect(judged(from(version))).toEqual([
    'A watch from a future version delivers no change at or before it.',
  ])
})

test('without an order of versions, or before the writes are shown, nothing is said', () => {
  expect(judged(from('7'), { ordered: false })).toEqual(['unmet'])
  expect(judged(from('7'), { problem: 'nothing came for 5 ms' })).toEqual(['unmet'])
})
