import { expect, it } from 'vitest'

import type { HoleValues } from './term.ts'
import { farVersionTerm, fillQueryTerm, futureVersionTerm } from './future-version.ts'

const fillings = {
  name: (logical: string) => `case-${logical}`,
} as Partial<HoleValues> as HoleValues

it('counts up from a version if versions are ordered', () => {
  const version = futureVersionTerm('7', 3)

  expect(fillQueryTerm(version, fillings, { ordered: true })).toBe('10')
  expect(() => fillQueryTerm(version, fillings, { ordered: false })).toThrow('have no order')
  expect(() => fillQueryTerm(futureVersionTerm('opaque', 3), fillings, { ordered: true })).toThrow(
    'versions such as opaque have no order',
  )
})

it('goes far beyond a version, but not beyond the numbers that servers read', () => {
  const beyond = (version: string) =>
    fillQueryTerm(farVersionTerm(version), fillings, { ordered: false })

  expect(beyond('7')).toBe('1000000000007')
  expect(BigInt(beyond('9007199254741022500'))).toBeLessThan(2n ** 63n)
  expect(beyond('opaque')).toBe('opaque000000')
})

it('fills other values like any other term', () => {
  expect(fillQueryTerm({ $name: 'x' }, fillings, { ordered: false })).toBe('case-x')
})
