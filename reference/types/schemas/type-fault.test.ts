import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Schema } from '../../api/schema.ts'

import { schemaOfBuiltIn } from './built-in-types.ts'
import { typeFault } from './type-fault.ts'
import { processorMs } from '../../lib/test-processor-time.ts'

const text = { type: 'string' } as const
const map = (additionalProperties: Schema): Schema => ({ type: 'object', additionalProperties })
const list = (items: Schema): Schema => ({ type: 'array', items })
const int64 = { type: 'integer', format: 'int64' } as const
const bytes = { type: 'string', format: 'byte' } as const
const time = { type: 'string', format: 'date-time' } as const
const microTime = { type: 'string', format: 'micro-time' } as const
const quantity = { format: 'quantity' }

describe('typeFault', () => {
  it.each<[name: string, schema: Schema, good: unknown[], bad: unknown[]]>([
    ['a string', text, ['', 'a'], [1, true, {}]],
    ['a boolean', { type: 'boolean' }, [false], ['false', 0]],
    ['an int32', { type: 'integer', format: 'int32' }, [-(2 ** 31)], [2 ** 31, 1.5, 2n ** 60n]],
    ['an int64', int64, [2n ** 63n - 1n, -(2n ** 63n), 1], [2n ** 63n, 1.5, '1']],
    ['a number', { type: 'number', format: 'double' }, [1.5, 2n ** 70n], ['1']],
    ['an object', { type: 'object' }, [{}, { a: 1 }], [[], 'a']],
    ['an array', { type: 'array' }, [[], [1, 'a']], [{}, 'a']],
    ['base64 text', bytes, ['', 'aGk=', 'aG\nk='], ['aGk', 'aG k=', '-_-_', '=aGk', 5]],
    ['a string or an int32', { format: 'int-or-string' }, [5, '5%'], [5.5, 2 ** 31, true, {}]],
    ['a quantity', quantity, [1, 1.5, '1.', '.5', ' 1 ', '1e+3', '1E', '-1Ki'], ['', '1K', true]],
    ['a quantity', quantity, ['100m', '+1', '1e3', '.', 10n ** 20n], ['1e', '1 m', 'abc', []]],
    ['a quantity', quantity, ['+', 'Ki', '\u00a01', '9'.repeat(200)], ['\t1', '1\n', '\ufeff1']],
    ['an RFC 3339 timestamp', time, ['2026-01-01T00:00:00.5+01:00'], ['2026-01-01', '', 5]],
    ['an RFC 3339 timestamp', time, ['2024-02-29T23:59:59Z'], ['2026-02-29T00:00:00Z']],
    ['an RFC 3339 timestamp', time, [], ['2026-01-01T24:00:00Z', '2026-01-01T00:00:00+25:00']],
    [
      'an RFC 3339 timestamp with microseconds',
      microTime,
      ['2026-01-01T00:00:00.123456Z'],
      ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.1234567Z'],
    ],
  ])('checks %s', (name, schema, good, bad) => {
    for (const value of good) expect(typeFault(value, schema)).toBeUndefined()
    for (const value of bad) expect(typeFault(value, schema)).toMatch(`must be ${name}, got `)
  })

  it('reports the path, the expected type and the value', () => {
    const pod = schemaOfBuiltIn('', 'v1', 'Pod', 'k8s.io') ?? {}
    const spec = { containers: [{ name: 'a', env: [{ name: 'b' }, { name: 7 }] }] }

    expect(typeFault({ spec }, pod)).toBe('spec.containers[0].env[1].name: must be a string, got 7')
    expect(typeFault({ metadata: { labels: { 'a.b': {} } } }, pod)).toBe(
      'metadata.labels.a.b: must be a string, got an object',
    )
    expect(typeFault(5, pod)).toBe('must be an object, got 5')
  })

  it('reports the first of several faults, in document order', () => {
    const schema: Schema = { type: 'object', properties: { a: list(text), b: text } }

    expect(typeFault({ b: 1, a: [1] }, schema)).toBe('b: must be a string, got 1')
    expect(typeFault({ a: ['x', 1], b: 1 }, schema)).toBe('a[1]: must be a string, got 1')
  })

  it('accepts null anywhere, and ignores unknown members', () => {
    const schema: Schema = {
      type: 'object',
      properties: { a: text, b: list(text), c: map(text), d: { preservesUnknown: true } },
    }

    expect(typeFault(null, schema)).toBeUndefined()
    expect(typeFault({ a: null, b: [null], c: { x: null } }, schema)).toBeUndefined()
    expect(typeFault({ d: [{ a: 1 }], e: 1, toString: 1, constructor: 1 }, schema)).toBeUndefined()
  })

  it('handles keys of any name', () => {
    expect(typeFault({ ['__proto__']: 1 }, map(text))).toBe('__proto__: must be a string, got 1')
    expect(typeFault({ constructor: 1 }, map(text))).toBe('constructor: must be a string, got 1')
  })

  it('truncates values and keys of a client', () => {
    const long = 'x'.repeat(100_000)

    expect(typeFault({ [long]: [long] }, map(text))?.length).toBeLessThan(700)
    expect(typeFault({ a: long }, map({ type: 'boolean' }))?.length).toBeLessThan(100)
  })

  it('never throws for any value', () => {
    const pod = schemaOfBuiltIn('', 'v1', 'Pod', 'k8s.io') ?? {}
    const any = fc.anything()
    fc.assert(
      fc.property(fc.record({ metadata: any, spec: fc.record({ containers: any }) }), value => {
        expect(['string', 'undefined']).toContain(typeof typeFault(value, pod))
      }),
    )
  })

  it('refuses a hostile text in linear time', () => {
    const start = processorMs()

    for (const one of [
      '1'.repeat(1_000_000),
      `1e${'1'.repeat(1_000_000)}`,
      '.'.repeat(1_000_000),
    ]) {
      expect(typeFault(`${one}x`, quantity)).toBeDefined()
      expect(typeFault(`${one}!`, bytes)).toBeDefined()
    }

    expect(processorMs() - start).toBeLessThan(2_000)
  })
})
