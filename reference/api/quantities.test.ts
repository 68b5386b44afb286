import { describe, expect, test } from 'vitest'
import { billionthsIn } from './quantities.ts'

describe('a quantity', () => {
  test.for<[text: string, billionths: bigint]>([
    ['1', 10n ** 9n],
    ['200m', 200_000_000n],
    ['1.5Gi', 1536n * 1024n ** 2n * 10n ** 9n],
    ['1e3', 1000n * 10n ** 9n],
    ['1E', 10n ** 27n],
    ['1E2', 100n * 10n ** 9n],
    ['5e-3', 5_000_000n],
    ['.5', 500_000_000n],
    ['-1k', -1000n * 10n ** 9n],
    ['1n', 1n],
    ['0.1n', 1n],
    ['1e-999999999', 1n],
    ['0', 0n],
  ])('%s', ([text, billionths]) => {
    expect(billionthsIn(text)).toBe(billionths)
  })

  test.for([
    '',
    '.',
    'Mi',
    '10Q',
    '1 Gi',
    '1K',
    '1mi',
    '1e',
    '1e1.5',
    '0x1',
    '1_000',
    '++1',
    '1MiB',
  ])('%j is none', text => {
    expect(billionthsIn(text)).toBeUndefined()
  })
})
