import { expect, it } from 'vitest'
import { resolvePlainScalar, resolveTaggedScalar } from './yaml-scalar-resolution.ts'
import { processorMs } from '../lib/test-processor-time.ts'

// How a genuine server read each word in a ConfigMap-like object.
it.each<[unknown, string]>([
  [true, 'y Y yes Yes YES on On ON true True TRUE'],
  [false, 'n N no No NO off Off OFF false False FALSE'],
  [null, '~ null Null NULL'],
  [511, '0777 0o777 0x1FF 0X1ff 0b111111111'],
  [-15, '-15 -017 -0xf -0b1111 -1_5'],
  [31, '31 +31 +0x1f 3_1 31_ 31. 31.0 +31.0e0 3.1e1 3.1E+1'],
  [8, '08 8.'],
  [0.5, '.5 +.5 0.5 5e-1 .5e0 .5E+0 .5_0'],
  [0, '0 00 0. 1e-400'],
  [9007199254740993n, '9007199254740993 0x20000000000001'],
  [2n ** 64n - 1n, '18446744073709551615 0xffffffffffffffff'],
  [-(2n ** 63n), '-9223372036854775808 -0x8000000000000000'],
  [10n ** 20n, '100000000000000000000'],
])('%s is the value of %s', (value, texts) => {
  for (const text of texts.split(' '))
    expect([text, resolvePlainScalar(text)]).toEqual([text, value])
})

it.each([
  'yEs oN tRue nULL a _1 -a',
  '2001-01-01 2001-12-14t21:59:43Z 2001-12-14',
  '190:20:30 1:2 1.2.3 1,000 12e4567 1e400 1.7976931348623159e308',
  '0o8 0x 0b 0b2 0x1ffffffffffffffff -0xffffffffffffffff +0xffffffffffffffff',
  '. .. .e5 ._1 ..5 + +- +-1 0.1e 1e inf nan NaN .iNf = <<',
])('%s resolve to strings', texts => {
  for (const text of texts.split(' ')) expect(resolvePlainScalar(text)).toBe(text)
})

it('a long run of digits resolves to a string in bounded time', () => {
  const started = processorMs()
  for (const digit of ['1', '0', '1_', '0x1', '0.1']) {
    const text = digit.repeat(1_000_000)
    expect(resolvePlainScalar(text)).not.toBeTypeOf('bigint')
  }

  expect(processorMs() - started).toBeLessThan(2000)
})

it.each<[string, string, unknown]>([
  ['!!str', 'yes', 'yes'],
  ['!', '1', '1'],
  ['!!int', '0x10', 16],
  ['!!int', '9007199254740993', 9007199254740993n],
  ['!!int', '1.5', undefined],
  ['!!int', 'x', undefined],
  ['!!float', '1', 1],
  ['!!bool', 'yes', true],
  ['!!bool', '1', undefined],
  ['!!null', '', null],
  ['!!null', 'x', undefined],
  ['!!map', 'x', undefined],
])('the tag %s converts %s to a fitting value', (tag, text, value) => {
  expect(resolveTaggedScalar(tag, text)).toEqual(value)
})
