import { expect, test } from 'vitest'
import { medianAndRange, goalOutcome, regressionOf, summarizeWorkload } from './summary.ts'

test('the median of an even number of rounds is the mean of the middle two', () => {
  expect(medianAndRange([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 })
  expect(medianAndRange([undefined])).toBeUndefined()
})

test('a goal is met if its worst round meets it', () => {
  const middle = { median: 2, min: 1, max: 3 }

  expect(goalOutcome(middle, { atLeast: 1 })).toBe('met')
  expect(goalOutcome(middle, { atLeast: 2 })).toBe('median')
  expect(goalOutcome(middle, { atMost: 2 })).toBe('median')
  expect(goalOutcome(middle, { atMost: 1.9 })).toBe('missed')
})

test('ratios are computed within a round', () => {
  const workload = {
    name: 'get',
    metrics: { rate: { unit: '/s', againstGenuine: { atLeast: 2 } } },
  }
  const rounds = [
    { reference: 20, genuine: 10 },
    { reference: 90, genuine: 30 },
  ]

  const [row] = summarizeWorkload(workload, { rate: rounds })

  expect(row?.againstGenuine).toMatchObject({ median: 2.5, min: 2, max: 3, outcome: 'met' })
  expect(row?.againstBare).toBeUndefined()
})

test.each([
  ['/s', [0.9, 0.91, 0.93], 'get: 91 % (90–93 %)'],
  ['/s', [0.9, 0.91, 1.01], undefined],
  ['/s', [0.96, 0.97, 0.98], undefined],
  ['/s', [1.1, 1.2, 1.3], undefined],
  ['µs', [1.02, 1.08, 1.2], 'get: 108 % (102–120 %)'],
  ['µs', [0.99, 1.08, 1.2], undefined],
  ['µs', [0.8, 0.9, 0.9], undefined],
  ['MiB', [1.06, 1.06, 1.07], 'get: 106 % (106–107 %)'],
])('a figure in %s at %s of the earlier one is a regression: %s', (unit, ratios, expected) => {
  const againstBefore = medianAndRange(ratios)

  expect(
    regressionOf({ name: 'get', unit, figures: {}, ...(againstBefore && { againstBefore }) }),
  ).toBe(expected)
})

test('without another build there is no regression', () => {
  expect(regressionOf({ name: 'get', unit: '/s', figures: {} })).toBeUndefined()
})
