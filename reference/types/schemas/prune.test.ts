import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Schema } from '../../api/schema.ts'

import { schemaOfBuiltIn } from './built-in-types.ts'
import { prune } from './prune.ts'

const text = { type: 'string', default: '' } as const
const inner: Schema = { type: 'object', properties: { name: text, count: { type: 'integer' } } }
const schema: Schema = {
  type: 'object',
  properties: {
    one: inner,
    list: { type: 'array', items: inner },
    map: { type: 'object', additionalProperties: inner },
    texts: { type: 'object', additionalProperties: text },
    raw: { preservesUnknown: true },
    open: { type: 'object', properties: { known: inner }, preservesUnknown: true },
  },
}

describe('prune', () => {
  it('drops unknown members at any depth, and reports their paths', () => {
    const body = {
      zz: 1,
      one: { name: 'a', Name: 'b' },
      list: [{ name: 'a' }, { foo: { bar: 1 }, name: 'b' }],
      map: { x: { foo: 1 } },
    }

    expect(prune(body, schema)).toEqual({
      value: { one: { name: 'a' }, list: [{ name: 'a' }, { name: 'b' }], map: { x: {} } },
      unknown: ['zz', 'one.Name', 'list[1].foo', 'map.x.foo'],
    })
  })

  it('shares unchanged values', () => {
    const body = { one: { name: 'a' }, list: [{ name: 'a' }, { name: 'b', foo: 1 }] }

    const { value } = prune(body, schema) as { value: typeof body }

    expect(value.one).toBe(body.one)
    expect(value.list[0]).toBe(body.list[0])
    expect(body.list[1]).toHaveProperty('foo')
    expect(prune(value, schema)).toEqual({ value, unknown: [] })
    expect(prune(value, schema).value).toBe(value)
  })

  it('keeps unknown members where the schema preserves them', () => {
    const body = { raw: { a: { b: null } }, open: { other: null, known: { name: 'a', foo: 1 } } }

    expect(prune(body, schema)).toEqual({
      value: { raw: { a: { b: null } }, open: { other: null, known: { name: 'a' } } },
      unknown: ['open.known.foo'],
    })
  })

  it('drops null members, and reports unknown ones', () => {
    expect(prune({ one: null, raw: null, foo: null, list: [{ name: null }] }, schema)).toEqual({
      value: { list: [{}] },
      unknown: ['foo'],
    })
  })

  it('replaces a null in a list or a map by the zero value of its type', () => {
    const pod = schemaOfBuiltIn('', 'v1', 'Pod', 'k8s.io') ?? {}
    const limits = { cpu: null }
    const spec = { containers: [null, { command: [null, 'x'], resources: { limits } }] }

    expect(prune({ metadata: { labels: { a: null } }, spec }, pod).value).toEqual({
      metadata: { labels: { a: '' } },
      spec: { containers: [{}, { command: ['', 'x'], resources: { limits: { cpu: '0' } } }] },
    })
    const secret = schemaOfBuiltIn('', 'v1', 'Secret', 'k8s.io') ?? {}
    expect(prune({ data: { a: null } }, secret).value).toEqual({ data: { a: '' } })
  })

  it('keeps nulls in lists of any values', () => {
    const crd =
      schemaOfBuiltIn('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition', 'k8s.io') ?? {}
    const body = { spec: { versions: [{ schema: { openAPIV3Schema: { enum: [null, 1] } } }] } }

    expect(prune(body, crd).value).toBe(body)
  })

  it('considers own members only', () => {
    const body = JSON.parse('{"__proto__":1,"constructor":1,"toString":null}')
    expect(prune(body, schema)).toEqual({
      value: {},
      unknown: ['__proto__', 'constructor', 'toString'],
    })

    const texts = JSON.parse('{"texts":{"__proto__":"a","b":null}}')
    const { value, unknown } = prune(texts, schema)
    expect(unknown).toEqual([])
    expect(JSON.stringify(value)).toBe('{"texts":{"__proto__":"a","b":""}}')
  })

  it('does not change values of another type', () => {
    for (const value of [1, 'a', [{ foo: 1 }], { list: { foo: 1 } }, { one: ['a'] }, null]) {
      expect(prune(value, schema)).toEqual({ value, unknown: [] })
    }
  })

  it('reports at most a hundred short paths, but drops everything', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`m${index}`, 1]))
    expect(prune({ ...many, one: {} }, schema).value).toEqual({ one: {} })
    expect(prune(many, schema).unknown.length).toBe(100)

    let deep: object = many
    for (let depth = 0; depth < 100; depth++)
      deep = { not: { properties: { ['x'.repeat(5_000)]: deep } } }
    const crd =
      schemaOfBuiltIn('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition', 'k8s.io') ?? {}
    const body = { spec: { versions: [{ schema: { openAPIV3Schema: deep } }] } }
    const { unknown } = prune(body, crd)
    expect(unknown.length).toBeGreaterThan(0)
    expect(unknown.join('').length).toBeLessThan(300_000)
  })

  it('finds nothing more in a pruned value', () => {
    const pod = schemaOfBuiltIn('', 'v1', 'Pod', 'k8s.io') ?? {}
    const names = ['spec', 'metadata', 'containers', 'env', 'name', 'labels', 'foo', '__proto__']
    const { value: bodies } = fc.letrec(tie => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom(null, 1, 'a'),
        fc.dictionary(fc.constantFrom(...names), tie('value')),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    }))
    fc.assert(
      fc.property(bodies, body => {
        const { value } = prune(body, pod)

        const again = prune(value, pod)
        expect(again.unknown).toEqual([])
        expect(again.value).toBe(value)
      }),
    )
  })
})
