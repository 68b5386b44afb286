import { describe, expect, it } from 'vitest'

import { quote, previewJson } from './quote.ts'

describe('a quoted value', () => {
  it('escapes unprintable characters', () => {
    expect(quote('plain ü 世')).toBe('"plain ü 世"')
    expect(quote('"\\\n\t\u0001\u007f')).toBe('"\\"\\\\\\n\\t\\x01\\x7f"')
    expect(quote('\u0085\u00a0\u2028\u{e0001}')).toBe('"\\u0085\\u00a0\\u2028\\U000e0001"')
  })

  it('is truncated when it is too long', () => {
    expect(quote('x'.repeat(512))).toHaveLength(514)
    expect(quote('x'.repeat(3_000_000))).toBe(`"${'x'.repeat(512)}..."`)
  })
})

describe('a JSON value in a message', () => {
  it('is serialized with integers of any size, and truncated when it is too long', () => {
    expect(previewJson({ a: [1, 2n ** 70n] })).toBe('{"a":[1,1180591620717411303424]}')
    expect(previewJson(undefined)).toBe('null')
    expect(previewJson(['x'.repeat(3_000_000)])).toHaveLength(515)
  })
})
