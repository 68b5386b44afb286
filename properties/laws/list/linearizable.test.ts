import { expect, it } from 'vitest'
import {
  getAnswer,
  historyOfWrites,
  listAnswer,
  unansweredWrite,
  listedObject,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { historyIsLinearizable } from './linearizable.ts'

const says =
  'One order of the writes and the newest reads, each between its request and its response, explains every response.'
const verdicts = (...written: Parameters<typeof historyOfWrites>[0]) =>
  observationTexts(historyIsLinearizable()(historyOfWrites(written)))

const a1 = listedObject('a', '1')
const a2 = listedObject('a', '2')
const a3 = listedObject('a', '3')
const b4 = listedObject('b', '4')

it('holds for sequential requests', () => {
  expect(
    verdicts(
      acknowledgedWrite(a1),
      getAnswer('read', a1),
      acknowledgedWrite(a2, { basedOn: '1' }),
      listAnswer('list', [a2]),
      acknowledgedDelete('a'),
      getAnswer('gone', 'a'),
      listAnswer('empty', []),
    ),
  ).toEqual(['held'])
})

it('is violated by a read of an overwritten value', () => {
  expect(
    verdicts(acknowledgedWrite(a1), acknowledgedWrite(a2, { basedOn: '1' }), getAnswer('read', a1)),
  ).toEqual([says])
})

it('reports a stale PUT that succeeded, but no valid one', () => {
  const puts = (basedOn: string) => [
    ...historyIsLinearizable()(
      historyOfWrites([
        acknowledgedWrite(a1),
        acknowledgedWrite(a2, { basedOn: '1' }),
        acknowledgedWrite(a3, { basedOn }),
      ]),
    ),
  ]

  expect(puts('2')).toMatchObject([{ kind: 'held' }])
  expect(puts('1')).toMatchObject([
    {
      kind: 'violated',
      got: expect.stringMatching(/: a PUT with a stale resourceVersion succeeded$/),
    },
  ])
})

it('is violated by reads that go back during a write', () => {
  const write = acknowledgedWrite(a2, { basedOn: '1', times: [10, 50] })
  const reads = (first: typeof a1, second: typeof a1) => [
    getAnswer('first', first, { times: [20, 25] }),
    getAnswer('second', second, { times: [30, 35] }),
  ]

  expect(verdicts(acknowledgedWrite(a1), write, ...reads(a1, a2))).toEqual(['held'])
  expect(verdicts(acknowledgedWrite(a1), write, ...reads(a2, a1))).toEqual([says])
})

it('is violated by a list that matches no moment', () => {
  const both = [
    acknowledgedWrite(a1),
    acknowledgedWrite(a2, { basedOn: '1', times: [20, 90] }),
    acknowledgedWrite(b4, { times: [30, 40] }),
  ]

  expect(verdicts(...both, listAnswer('list', [a1, b4], { times: [50, 60] }))).toEqual(['held'])
  expect(verdicts(...both, listAnswer('list', [a1], { times: [50, 60] }))).toEqual([says])
})

it('is violated if two updates of one version succeed', () => {
  const update = (item: typeof a1) => acknowledgedWrite(item, { basedOn: '1', times: [20, 40] })

  expect(verdicts(acknowledgedWrite(a1), update(a2), update(a3))).toEqual([says])
})

it('allows a write without an answer to take effect at any time, or never', () => {
  const lost = unansweredWrite('a', { times: [0, 1] })

  expect(
    verdicts(
      lost,
      getAnswer('none', 'a', { times: [5, 6] }),
      getAnswer('late', a1, { times: [7, 8] }),
    ),
  ).toEqual(['held'])
  expect(
    verdicts(
      lost,
      getAnswer('late', a1, { times: [5, 6] }),
      getAnswer('none', 'a', { times: [7, 8] }),
    ),
  ).toEqual([says])
})

it('is inconclusive if another client writes', () => {
  expect(verdicts(acknowledgedWrite(a1), getAnswer('read', a2))).toEqual(['preconditionUnmet'])
})
