import { expect, it } from 'vitest'
import { schemaFaults, storedValue } from './structural-schema.ts'
import type { StructuralSchema } from './structural-schema.ts'

const text: StructuralSchema = { type: 'string' }
const object = (
  properties: Record<string, StructuralSchema>,
  more: StructuralSchema = {},
): StructuralSchema => ({
  type: 'object',
  properties,
  ...more,
})

it('prunes unknown fields, at every level and in lists', () => {
  const schema = object({ list: { type: 'array', items: object({ a: text }) } })

  expect(storedValue({ b: 1, list: [{ a: 'x', b: 2 }] }, schema)).toEqual({ list: [{ a: 'x' }] })
})

it('keeps unknown fields if they are preserved, and prunes inside known ones', () => {
  const schema = object(
    { known: object({ a: text }) },
    { 'x-kubernetes-preserve-unknown-fields': true },
  )

  const value = { other: { b: null }, known: { b: 1 } }
  expect(storedValue(value, schema)).toEqual({ other: { b: null }, known: {} })
})

it('fills in defaults, also inside other defaults', () => {
  const schema = object({ a: object({ b: { ...text, default: 'x' } }, { default: {} }) })

  expect(storedValue({}, schema)).toEqual({ a: { b: 'x' } })
})

it('replaces null by the default or drops it, unless it is nullable', () => {
  const schema = object({
    a: { ...text, default: 'x' },
    b: text,
    c: { ...text, nullable: true },
    d: { ...text, nullable: true, default: 'y' },
  })

  expect(storedValue({ a: null, b: null, c: null, d: null }, schema)).toEqual({
    a: 'x',
    c: null,
    d: null,
  })
})

it.each<[string, StructuralSchema, unknown, string, string]>([
  ['another type', text, 1, 'spec.p', 'FieldValueTypeInvalid'],
  ['no integer', { type: 'integer' }, 1.5, 'spec.p', 'FieldValueTypeInvalid'],
  ['not of the enum', { ...text, enum: ['a'] }, 'b', 'spec.p', 'FieldValueNotSupported'],
  ['too long', { ...text, maxLength: 1 }, 'éé', 'spec.p', 'FieldValueTooLong'],
  ['absent', object({}, { required: ['a'] }), {}, 'spec.p.a', 'FieldValueRequired'],
  [
    'no int or string',
    { 'x-kubernetes-int-or-string': true },
    true,
    'spec.p',
    'FieldValueTypeInvalid',
  ],
])('reports a value that is %s', (_, schema, value, field, reason) => {
  expect(schemaFaults(value as string, schema, 'spec.p')).toEqual([{ field, reason }])
})

it('reports the second of two equal items, by their keys in a map list', () => {
  const set: StructuralSchema = { type: 'array', items: text, 'x-kubernetes-list-type': 'set' }
  const map: StructuralSchema = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
    items: object({ k: text, v: text }),
  }

  expect(schemaFaults(['a', 'b', 'a'], set, 'l')).toEqual([
    { field: 'l[2]', reason: 'FieldValueDuplicate' },
  ])
  const items = [{ k: 'a' }, { k: 'a', v: 'b' }]
  expect(schemaFaults(items, map, 'l')).toEqual([{ field: 'l[1]', reason: 'FieldValueDuplicate' }])
  expect(schemaFaults(items, { ...map, 'x-kubernetes-list-type': 'atomic' }, 'l')).toEqual([])
})

it('accepts null if nullable, and requires the type of an embedded object', () => {
  expect(schemaFaults(null, { ...text, nullable: true }, 'f')).toEqual([])
  const embedded: StructuralSchema = { type: 'object', 'x-kubernetes-embedded-resource': true }
  expect(schemaFaults({ kind: 'K' }, embedded, 'f')).toEqual([
    { field: 'f.apiVersion', reason: 'FieldValueRequired' },
  ])
})
