import { describe, expect, it } from 'vitest'

import { watchLifetimeMs, nextBookmarkMs } from './watch-lifetime.ts'

const at = (random: number) => ({ ids: { uid: () => '', random: () => random } })

describe('lifetime', () => {
  it.each([
    [0n, 0, 1_800_000],
    [0n, 0.5, 2_700_000],
    [1n, 0, 1000],
    [-1n, 0, -1000],
    [2n ** 63n - 1n, 0, 2 ** 31 - 1],
  ])('of timeoutSeconds=%s, at chance %s, is %s ms (WATCH-048)', (timeoutSeconds, chance, ms) => {
    expect(watchLifetimeMs({ timeoutSeconds }, at(chance))).toBe(ms)
  })
})

describe('nextBookmark', () => {
  it.each([
    [0, 600_000, 60_000],
    [60_000, 600_000, 120_000],
    [590_000, 600_000, 598_000],
    [598_000, 600_000, 658_000],
    [0, 10_000, 8000],
    [0, 1000, 500],
    [500, 1000, 60_500],
    [499.5, 1000, 60_499.5],
  ])('%s ms into a watch of %s ms is due at %s ms', (elapsedMs, lifetimeMs, due) => {
    expect(nextBookmarkMs({ elapsedMs, lifetimeMs }, 60_000)).toBe(due)
  })
})
