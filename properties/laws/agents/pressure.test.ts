import { expect, test } from 'vitest'
import type { History } from '../../history/history.ts'
import { leavesPressureLate } from './pressure.ts'

/** A history in which the pressure ends after a second, and its end is reported at these times. */
const historyOf = (...reports: { at: number; problem?: string }[]): History =>
  ({
    exchanges: [
      { step: 'ended', sentAt: 1_000, answeredAt: 1_001 },
      ...reports.map(({ at, ...more }, index) => ({
        step: `left ${index}`,
        sentAt: at,
        answeredAt: at,
        ...more,
      })),
    ],
    context: {},
  }) as unknown as History

const judge = (...reports: { at: number; problem?: string }[]) => {
  const left = reports.map((_, index) => `left ${index}`)
  const rule = { from: 'ended', left, periodMs: 25_000 }
  return [...leavesPressureLate(historyOf(...reports), rule)]
}
const waited = { at: 11_000, problem: 'the expected answer did not come within 10000 ms' }

test.each([
  ['at once', 1_100, 'violated'],
  ['at the next look of an agent', 11_000, 'violated'],
  ['after the period, by an agent that saw the pressure before', 25_000, 'held'],
  ['later', 41_000, 'held'],
])('a pressure that is left %s', (_, at, kind) => {
  expect(judge(waited, { at })).toMatchObject([{ kind }])
})

test('the first report of the end counts', () => {
  expect(judge({ at: 2_000 }, { at: 40_000 })).toMatchObject([{ kind: 'violated' }])
})

test('nothing is concluded while the pressure is reported', () => {
  expect(judge(waited, waited)).toMatchObject([{ kind: 'preconditionUnmet' }])
})
