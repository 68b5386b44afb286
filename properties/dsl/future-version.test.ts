import { expect, it } from 'vitest'

import type { HoleValues } from './term.ts'
import { fillQueryTerm, futureVersionTerm } from './future-version.ts'

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

it('fills other values like any other term', () => {
  expect(fillQueryTerm({ $name: 'x' }, fillings, { ordered: false })).toBe('case-x')
})
