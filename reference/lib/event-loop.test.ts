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

it('a short walk ends as soon as it has begun', () => {
  expect(runUntilYield(counting(10, 9))).toBe(9)
})

it('a long one is left at its first yield, and ends with the same', () => {
  const walk = runUntilYield(counting(10, 25))

  expect(walk).toBeInstanceOf(UnfinishedTask)
  expect(walk instanceof UnfinishedTask && runToEnd(walk.rest)).toBe(25)
})

it.for([
  [10, 9, 0],
  [10, 10, 1],
  [10, 35, 3],
] as const)(
  'one that yields every %i steps does so in %i steps %i times',
  ([most, steps, times]) => {
    expect([...counting(most, steps)]).toHaveLength(times)
  },
)
