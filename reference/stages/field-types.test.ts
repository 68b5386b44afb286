import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { typeFault, withoutNulls } from './field-types.ts'

describe('typeFault', () => {
  it.each([
    ['string', 'a', 1],
    ['boolean', false, 'false'],
    ['int32', 2 ** 31 - 1, 2 ** 31],
    ['int32', -(2 ** 31), 1.5],
    ['int64', 2n ** 63n - 1n, 2n ** 63n],
    ['object', {}, []],
    ['array', [1, 'a'], {}],
    ['array of string', ['a'], ['a', 1]],
    ['array of object', [{}], [[]]],
    ['map of string', { a: 'b' }, { a: 1 }],
    ['map of string', { ['__proto__']: 'b' }, { ['__proto__']: null }],
    ['map of base64', { a: 'aGk=' }, { a: '***' }],
    ['timestamp', '2026-01-01T00:00:00.5+01:00', '2026-01-01'],
  ] as const)('knows a %s', (type, good, bad) => {
    expect(typeFault({ f: good }, { f: type })).toBeUndefined()
    expect(typeFault({ f: bad }, { f: type })).toMatch(/^f.*: must be .*, got /)
  })

  it('says where, what was expected, and what stands there', () => {
    const types = { 'spec.ports': 'array of string' } as const
    expect(typeFault({ spec: { ports: ['a', 7] } }, types)).toBe(
      'spec.ports[1]: must be a string, got 7',
    )
  })

  it('lets absent and null fields have any type, and looks no further than the table', () => {
    const types = { a: 'object', 'a.b': 'string' } as const
    expect(typeFault({}, types)).toBeUndefined()
    expect(typeFault({ a: null, other: 1 }, types)).toBeUndefined()
    expect(typeFault({ a: { b: null } }, types)).toBeUndefined()
  })

  it('never fails on a value, whatever it is', () => {
    const types = { a: 'map of base64', 'a.b': 'int64', c: 'array of string' } as const
    fc.assert(
      fc.property(fc.record({ a: fc.anything(), c: fc.anything() }), object => {
        expect(['string', 'undefined']).toContain(typeof typeFault(object, types))
      }),
    )
  })
})

describe('withoutNulls', () => {
  it('drops nulls from fields with a type, and no others', () => {
    const types = { a: 'string', b: 'object', 'b.c': 'string' } as const
    const object = { a: null, b: { c: null, d: null }, e: null }
    expect(withoutNulls(object, types)).toEqual({ b: { d: null }, e: null })
  })
})
