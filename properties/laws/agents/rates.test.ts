import { expect, test } from 'vitest'
import { mostAboveRate } from './rates.ts'

const rate = { perSecond: 1, burst: 2 }

test('a burst and then one request per second are within the rate', () => {
  const { count, allowed } = mostAboveRate([0, 0, 1_000, 2_000, 3_000], rate)

  expect(count).toBeLessThanOrEqual(allowed)
})

test('requests that were delayed for two seconds are within the rate', () => {
  const { count, allowed } = mostAboveRate([2_000, 2_000, 2_000, 2_000], rate)

  expect(count).toBeLessThanOrEqual(allowed)
})

test('the worst interval of the record counts', () => {
  const quiet = [0, 10_000, 20_000]
  const { count, allowed } = mostAboveRate([...quiet, ...Array(8).fill(30_000)], rate)

  expect(count).toBe(8)
  expect(allowed).toBe(4)
})
