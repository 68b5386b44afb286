import { expect, it } from 'vitest'

import { flagDurationMs } from './flag-duration.ts'

it.each([
  ['5m', 300_000],
  ['1h30m', 5_400_000],
  ['1.5s', 1500],
  ['.5s', 500],
  ['1.s', 1000],
  ['2000us', 2],
  ['3000µs', 3],
  ['4000000ns', 4],
  ['0', 0],
  ['0s', 0],
])('reads %s', (text, ms) => {
  expect(flagDurationMs('--a', text, 0)).toBe(ms)
})

it.each(['', '5', 'm', '5m1', '-5m', '5 m', '00', '0s'])('refuses %j', text => {
  expect(() => flagDurationMs('--a', text)).toThrow(
    `--a: expected a duration such as 5m or 1h30m, got ${JSON.stringify(text)}`,
  )
})
