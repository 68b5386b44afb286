import { expect, test } from 'vitest'
import { middleOf, outcomeOf, summaryOf } from './summary.ts'

test('the middle of an even number of rounds is between the two in the middle', () => {
  expect(middleOf([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 })
  expect(middleOf([undefined])).toBeUndefined()
})

test('a goal is met when its worst round meets it', () => {
  const middle = { median: 2, min: 1, max: 3 }

  expect(outcomeOf(middle, { atLeast: 1 })).toBe('met')
  expect(outcomeOf(middle, { atLeast: 2 })).toBe('median')
  expect(outcomeOf(middle, { atMost: 2 })).toBe('median')
  expect(outcomeOf(middle, { atMost: 1.9 })).toBe('missed')
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

  const [row] = summaryOf(workload, { rate: rounds })

  expect(row?.againstGenuine).toMatchObject({ median: 2.5, min: 2, max: 3, outcome: 'met' })
  expect(row?.againstBare).toBeUndefined()
})
