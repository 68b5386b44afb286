import { isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { isSameJson, canonicalJsonText } from './same-json.ts'

it.each([
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  [1e20, 100000000000000000000n, true],
  [2 ** 53, 2n ** 53n + 1n, false],
  [1.5, 1n, false],
  [0, -0, true],
  [1, '1', false],
  [{ ['__proto__']: 1 }, { ['__proto__']: 2 }, false],
])('%o and %o are the same: %s', (a, b, isSame) => {
  expect(isSameJson(a, b)).toBe(isSame)
  expect(isSameJson(b, a)).toBe(isSame)
  expect(canonicalJsonText(a) === canonicalJsonText(b)).toBe(isSame)
})

it('agrees with the comparison of values but for zeros', () => {
  const value = fc.jsonValue().map(json => JSON.parse(JSON.stringify(json)) as unknown)
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(isSameJson(a, structuredClone(a))).toBe(true)
      expect(isSameJson(a, b)).toBe(isDeepStrictEqual(a, b))
      expect(canonicalJsonText(a) === canonicalJsonText(b)).toBe(isSameJson(a, b))
    }),
  )
})
