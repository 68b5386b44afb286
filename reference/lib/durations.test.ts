import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { durationText, nanosecondsIn, secondsIn } from './durations.ts'

describe('a duration', () => {
  test.for<[text: string, canonical: string]>([
    ['20s', '20s'],
    ['2m0s', '2m0s'],
    ['2m', '2m0s'],
    ['90s', '1m30s'],
    ['4h', '4h0m0s'],
    ['1h30m', '1h30m0s'],
    ['1.5s', '1.5s'],
    ['.5s', '500ms'],
    ['1.s', '1s'],
    ['0', '0s'],
    ['-0', '0s'],
    ['-1s', '-1s'],
    ['+1s', '1s'],
    ['100ms', '100ms'],
    ['1500us', '1.5ms'],
    ['1500\u00b5s', '1.5ms'],
    ['1\u03bcs', '1\u00b5s'],
    ['999ns', '999ns'],
    ['1s1h', '1h0m1s'],
    ['2562047h47m16.854775807s', '2562047h47m16.854775807s'],
  ])('%s is %s', ([text, canonical]) => {
    expect(durationText(nanosecondsIn(text) ?? -1n)).toBe(canonical)
  })

  test.for([
    '',
    '20',
    'abc',
    's',
    '.s',
    '1',
    '1 s',
    ' 1s',
    '1S',
    '1d',
    '1s1',
    '--1s',
    '1e3s',
    '0x5s',
    '1,5s',
    '2562047h47m16.854775808s',
  ])('%j is invalid', text => {
    expect(nanosecondsIn(text)).toBeUndefined()
  })

  test('survives a round trip through its canonical text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), nanoseconds => {
        expect(nanosecondsIn(durationText(nanoseconds))).toBe(nanoseconds)
      }),
    )
  })
})

test('in seconds has to be a string', () => {
  expect(secondsIn('1m30s')).toBe(90)
  expect(secondsIn('-500ms')).toBe(-0.5)
  expect(secondsIn(30)).toBeUndefined()
  expect(secondsIn('30')).toBeUndefined()
})
