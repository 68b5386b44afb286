import { describe, expect, it } from 'vitest'

import { quoted, shownJson } from './shown.ts'

describe('a quoted value', () => {
  it('shows what cannot be printed', () => {
    expect(quoted('plain ü 世')).toBe('"plain ü 世"')
    expect(quoted('"\\\n\t\u0001\u007f')).toBe('"\\"\\\\\\n\\t\\x01\\x7f"')
    expect(quoted('\u0085\u00a0\u2028\u{e0001}')).toBe('"\\u0085\\u00a0\\u2028\\U000e0001"')
  })

  it('is cut where no valid one ends', () => {
    expect(quoted('x'.repeat(512))).toHaveLength(514)
    expect(quoted('x'.repeat(3_000_000))).toBe(`"${'x'.repeat(512)}..."`)
  })
})

describe('a JSON value in a message', () => {
  it('is its text, with integers of any size, and cut as well', () => {
    expect(shownJson({ a: [1, 2n ** 70n] })).toBe('{"a":[1,1180591620717411303424]}')
    expect(shownJson(undefined)).toBe('null')
    expect(shownJson(['x'.repeat(3_000_000)])).toHaveLength(515)
  })
})
