import { expect, it } from 'vitest'

import {
  runToEnd,
  runUntilYield,
  everySteps,
  UnfinishedTask,
  type ResumableTask,
} from './event-loop.ts'

function* counting(most: number, steps: number): ResumableTask<number> {
  const isDue = everySteps(most)
  for (let step = 0; step < steps; step++) if (isDue()) yield
  return steps
}

it('a short generator completes before its first yield', () => {
  expect(runUntilYield(counting(10, 9))).toBe(9)
})

it('a longer one stops at its first yield, and completes with the same result', () => {
  const walk = runUntilYield(counting(10, 25))

  expect(walk).toBeInstanceOf(UnfinishedTask)
  expect(walk instanceof UnfinishedTask && runToEnd(walk.rest)).toBe(25)
})

it.for([
  [10, 9, 0],
  [10, 10, 1],
  [10, 35, 3],
] as const)(
  'one that yields every %i of %i steps yields exactly %i times',
  ([most, steps, times]) => {
    expect([...counting(most, steps)]).toHaveLength(times)
  },
)
