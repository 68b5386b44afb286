import { expect, it } from 'vitest'
import {
  got,
  historyOf,
  listed,
  lostWrite,
  object,
  removed,
  verdictsOf,
  wrote,
} from '../../history/written.ts'
import { isLinearizable } from './linearizable.ts'

const says =
  'One order of the writes and the newest reads, each between its request and its answer, explains every answer.'
const verdicts = (...written: Parameters<typeof historyOf>[0]) =>
  verdictsOf(isLinearizable()(historyOf(written)))

const a1 = object('a', '1')
const a2 = object('a', '2')
const a3 = object('a', '3')
const b4 = object('b', '4')

it('holds of what was done one after the other', () => {
  expect(
    verdicts(
      wrote(a1),
      got('read', a1),
      wrote(a2, { basedOn: '1' }),
      listed('list', [a2]),
      removed('a'),
      got('gone', 'a'),
      listed('empty', []),
    ),
  ).toEqual(['held'])
})

it('is broken by a read of what was overwritten before', () => {
  expect(verdicts(wrote(a1), wrote(a2, { basedOn: '1' }), got('read', a1))).toEqual([says])
})

it('is broken by reads that go back while a write is under way', () => {
  const write = wrote(a2, { basedOn: '1', at: [10, 50] })
  const reads = (first: typeof a1, second: typeof a1) => [
    got('first', first, { at: [20, 25] }),
    got('second', second, { at: [30, 35] }),
  ]

  expect(verdicts(wrote(a1), write, ...reads(a1, a2))).toEqual(['held'])
  expect(verdicts(wrote(a1), write, ...reads(a2, a1))).toEqual([says])
})

it('is broken by a list that no moment explains', () => {
  const both = [wrote(a1), wrote(a2, { basedOn: '1', at: [20, 90] }), wrote(b4, { at: [30, 40] })]

  expect(verdicts(...both, listed('list', [a1, b4], { at: [50, 60] }))).toEqual(['held'])
  expect(verdicts(...both, listed('list', [a1], { at: [50, 60] }))).toEqual([says])
})

it('is broken when two updates of one version succeed', () => {
  const update = (item: typeof a1) => wrote(item, { basedOn: '1', at: [20, 40] })

  expect(verdicts(wrote(a1), update(a2), update(a3))).toEqual([says])
})

it('lets a write without an answer take effect at any time, or never', () => {
  const lost = lostWrite('a', { at: [0, 1] })

  expect(verdicts(lost, got('none', 'a', { at: [5, 6] }), got('late', a1, { at: [7, 8] }))).toEqual(
    ['held'],
  )
  expect(verdicts(lost, got('late', a1, { at: [5, 6] }), got('none', 'a', { at: [7, 8] }))).toEqual(
    [says],
  )
})

it('says nothing when somebody else writes', () => {
  expect(verdicts(wrote(a1), got('read', a2))).toEqual(['unmet'])
})
