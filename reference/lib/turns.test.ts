import { expect, it } from 'vitest'

import { atOnce, begun, every, Unfinished, type Walk } from './turns.ts'

function* counting(most: number, steps: number): Walk<number> {
  const isDue = every(most)
  for (let step = 0; step < steps; step++) if (isDue()) yield
  return steps
}

it('a short walk ends as soon as it has begun', () => {
  expect(begun(counting(10, 9))).toBe(9)
})

it('a long one is left at its first yield, and ends with the same', () => {
  const walk = begun(counting(10, 25))

  expect(walk).toBeInstanceOf(Unfinished)
  expect(walk instanceof Unfinished && atOnce(walk.rest)).toBe(25)
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
