import { describe, expect, test } from 'vitest'
import { billionthsIn, isQuantity } from './quantities.ts'

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
    ['0e3', 0n],
    ['.0', 0n],
    ['.', 0n],
    ['+', 0n],
    ['-.Ki', 0n],
    ['k', 0n],
    ['e3', 0n],
    ['1.e3', 1000n * 10n ** 9n],
    ['1e0000000000003', 1000n * 10n ** 9n],
  ])('%s', ([text, billionths]) => {
    expect(billionthsIn(text)).toBe(billionths)
    expect(isQuantity(text)).toBe(true)
  })

  test.for([
    '',
    ' 1',
    '1 ',
    '1Ee3',
    '1m5',
    '1.1.1',
    '1e+',
    '1e99999999999999999999',
    '\u0663',
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
  ])('%j is invalid', text => {
    expect(billionthsIn(text)).toBeUndefined()
    expect(isQuantity(text)).toBe(false)
  })

  test('of any length is valid, but too long to be converted', () => {
    const long = '9'.repeat(101)

    expect(isQuantity(long)).toBe(true)
    expect(billionthsIn(long)).toBeUndefined()
  })
})
