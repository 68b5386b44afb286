import { expect, test } from 'vitest'
import { medianAndRange, goalOutcome, summarizeWorkload } from './summary.ts'

test('the middle of an even number of rounds is between the two in the middle', () => {
  expect(medianAndRange([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 })
  expect(medianAndRange([undefined])).toBeUndefined()
})

test('a goal is met when its worst round meets it', () => {
  const middle = { median: 2, min: 1, max: 3 }

  expect(goalOutcome(middle, { atLeast: 1 })).toBe('met')
  expect(goalOutcome(middle, { atLeast: 2 })).toBe('median')
  expect(goalOutcome(middle, { atMost: 2 })).toBe('median')
  expect(goalOutcome(middle, { atMost: 1.9 })).toBe('missed')
})

test('ratios are taken within a round', () => {
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
