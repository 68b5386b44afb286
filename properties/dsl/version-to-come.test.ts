import { expect, it } from 'vitest'

import type { Fillings } from './term.ts'
import { fillQuery, versionToCome } from './version-to-come.ts'

const fillings = { name: (logical: string) => `case-${logical}` } as Partial<Fillings> as Fillings

it('counts on from a version, where versions have an order', () => {
  const version = versionToCome('7', 3)

  expect(fillQuery(version, fillings, { ordered: true })).toBe('10')
  expect(() => fillQuery(version, fillings, { ordered: false })).toThrow('have no order')
  expect(() => fillQuery(versionToCome('opaque', 3), fillings, { ordered: true })).toThrow(
    'versions such as opaque have no order',
  )
})

it('fills other values as they are filled everywhere', () => {
  expect(fillQuery({ $name: 'x' }, fillings, { ordered: false })).toBe('case-x')
})
