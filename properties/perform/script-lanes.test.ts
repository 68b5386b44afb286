import { expect, it } from 'vitest'
import { exchangeOf } from '../history/test-history.ts'
import type { Exchange } from '../history/history.ts'
import { concurrentGroups, groupLines } from './script-lanes.ts'

const sent = (step: string, lane: number | undefined, sentAt: number, answeredAt: number) =>
  exchangeOf(step, 200, {}, { ...(lane === undefined ? {} : { lane }), sentAt, answeredAt })

const linesFor = (group: Exchange[], users: Record<string, Exchange[]> = {}): string[] =>
  groupLines(
    group,
    ({ step }) => [step],
    ({ step }) => users[step] ?? [],
  )

it('groups requests of different lanes that overlap', () => {
  const all = [
    sent('first', undefined, 0, 1),
    sent('a', 0, 2, 5),
    sent('b', 1, 3, 4),
    sent('c', 0, 6, 7),
    sent('last', undefined, 8, 9),
  ]

  const steps = concurrentGroups(all).map(group => group.map(({ step }) => step))

  expect(steps).toEqual([['first'], ['a', 'b'], ['c'], ['last']])
})

it('sends a group in sequence if another lane or a later request needs its values', () => {
  const [a, b, later] = [sent('a', 0, 2, 5), sent('b', 1, 3, 4), sent('later', undefined, 8, 9)]

  expect(linesFor([a, b])).toContain(') & lane_1=$!')
  expect(linesFor([a, b], { a: [later] })).toEqual(['a', 'b'])
  expect(linesFor([a, b], { a: [b] })).toEqual(['a', 'b'])
  expect(linesFor([a])).toEqual(['a'])
})
