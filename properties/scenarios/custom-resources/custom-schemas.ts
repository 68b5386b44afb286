// Generates structural schemas with up to four levels, valid values for them, and values with
// exactly one fault.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { schemaFaults, memberSchema, storedValue } from '../../models/structural-schema.ts'
import type { StructuralSchema } from '../../models/structural-schema.ts'
import type { Json } from '../../dsl/term.ts'
import { escapeSegment, withValueAt } from '../../dsl/term.ts'

type Fields = { [key: string]: Json }

const words = ['a', 'bb', 'ccc', 'é', 'one two', 'ÄÖ', '']
const word = fc.constantFrom(...words)
const keys = ['x', 'y', 'a-b', 'a.b', 'toString']
const ofType = (schema: StructuralSchema): Arbitrary<StructuralSchema> => fc.constant(schema)

const strings: Arbitrary<StructuralSchema> = fc.oneof(
  ofType({ type: 'string' }),
  ofType({ type: 'string', enum: ['a', 'bb'] }),
  ofType({ type: 'string', pattern: '^[a-c]+$' }),
  ofType({ type: 'string', maxLength: 3 }),
  ofType({ type: 'string', minLength: 2, maxLength: 7 }),
)
const scalars: Arbitrary<StructuralSchema> = fc.oneof(
  { arbitrary: strings, weight: 5 },
  ofType({ type: 'integer' }),
  ofType({ type: 'integer', minimum: 1, maximum: 9 }),
  ofType({ type: 'integer', multipleOf: 2 }),
  ofType({ type: 'number', maximum: 3 }),
  ofType({ type: 'boolean' }),
  ofType({ 'x-kubernetes-int-or-string': true }),
)

const names = ['first', 'second', 'third']

/** Generates object schemas with one to three properties, some of them required. */
const objects = (inner: Arbitrary<StructuralSchema>): Arbitrary<StructuralSchema> =>
  fc
    .record({
      of: fc.array(inner, { minLength: 1, maxLength: names.length }),
      required: fc.subarray(names, { maxLength: 1 }),
      preserves: fc.constantFrom(true, false, false),
    })
    .map(({ of, required, preserves }) => ({
      type: 'object',
      properties: Object.fromEntries(of.map((schema, index) => [names[index], schema])),
      ...(required.some(name => names.indexOf(name) < of.length)
        ? { required: required.filter(name => names.indexOf(name) < of.length) }
        : {}),
      ...(preserves ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
    }))

const maps = (inner: Arbitrary<StructuralSchema>): Arbitrary<StructuralSchema> =>
  fc
    .tuple(inner, fc.constantFrom({}, { maxProperties: 3 }))
    .map(([additionalProperties, more]) => ({ type: 'object', additionalProperties, ...more }))

const lists = (inner: Arbitrary<StructuralSchema>): Arbitrary<StructuralSchema> =>
  fc.oneof(
    fc
      .tuple(inner, fc.constantFrom({}, { maxItems: 3 }, { 'x-kubernetes-list-type': 'atomic' }))
      .map(
        ([items, more]): StructuralSchema => ({
          type: 'array',
          items,
          ...(more as StructuralSchema),
        }),
      ),
    scalars.map(
      (items): StructuralSchema => ({ type: 'array', items, 'x-kubernetes-list-type': 'set' }),
    ),
    objects(inner).map(
      ({ properties, required = [], ...items }): StructuralSchema => ({
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['key'],
        items: {
          ...items,
          properties: { ...properties, key: { type: 'string' } },
          required: [...required, 'key'],
        },
      }),
    ),
  )

const embedded: StructuralSchema = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  properties: { apiVersion: { type: 'string' }, data: { type: 'integer' } },
}

/**
 * Makes some schemas nullable, and gives some a default, which is valid and has no unknown fields.
 */
const withMore = (schemas: Arbitrary<StructuralSchema>): Arbitrary<StructuralSchema> =>
  schemas.chain(schema =>
    fc.record({ extra: fc.nat(5), value: someValue(schema, { isPlain: true }) }).map(
      ({ extra, value }): StructuralSchema => ({
        ...schema,
        ...(extra === 0 ? { nullable: true } : {}),
        ...(extra === 1 && isSound(value, schema) ? { default: value } : {}),
      }),
    ),
  )

const isSound = (value: Json, schema: StructuralSchema): boolean =>
  schemaFaults(storedValue(value, schema), schema, '').length === 0

const items = (schema: StructuralSchema): StructuralSchema => {
  const { default: _, nullable: __, ...rest } = schema
  return rest
}

/** Generates schemas with at most `depth` levels. */
export const someSchema = (depth: number): Arbitrary<StructuralSchema> => {
  if (depth <= 1) return withMore(scalars)
  const inner = someSchema(depth - 1)
  return withMore(
    fc.oneof(
      { arbitrary: scalars, weight: 1 },
      { arbitrary: objects(inner), weight: 3 },
      { arbitrary: maps(inner), weight: 1 },
      { arbitrary: lists(inner.map(items)), weight: 3 },
      { arbitrary: ofType(embedded), weight: 1 },
    ),
  )
}

/**
 * Generates valid values of a schema. Plain values are stored unchanged. Others have unknown
 * fields, and nulls that are dropped or replaced.
 */
export function someValue(schema: StructuralSchema, how: { isPlain: boolean }): Arbitrary<Json> {
  if (schema === embedded || schema['x-kubernetes-embedded-resource'])
    return fc.constant({ apiVersion: 'v1', kind: 'Thing', metadata: { name: 'x' }, data: 1 })
  if (schema['x-kubernetes-int-or-string']) return fc.oneof(fc.integer(), word)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'string') return word.filter(text => isSound(text, schema))
  if (schema.type === 'array') return listsOf(schema, how)
  if (schema.type === 'object') return fieldsOf(schema, how)
  const numbers = schema.type === 'number' ? [0.5, -1.25, 2, 3] : [-4, 0, 2, 4, 7, 2 ** 40]
  return fc.constantFrom(...numbers.filter(number => isSound(number, schema)))
}

function listsOf(schema: StructuralSchema, how: { isPlain: boolean }): Arbitrary<Json> {
  const { items: item = {}, minItems: minLength = 0, maxItems: maxLength = 3 } = schema
  const isUnique = ['set', 'map'].includes(schema['x-kubernetes-list-type'] ?? '')
  const lists = fc.array(someValue(item, how), { minLength, maxLength })
  return isUnique ? lists.map(list => withoutFaulty(list, schema)) : lists
}

function withoutFaulty(list: Json[], schema: StructuralSchema): Json[] {
  const kept: Json[] = []
  for (const item of list) if (isSound([...kept, item], schema)) kept.push(item)
  return kept
}

function fieldsOf(schema: StructuralSchema, how: { isPlain: boolean }): Arbitrary<Json> {
  const { properties = {}, additionalProperties, required = [] } = schema
  const own = Object.entries(properties).map(([key, member]) =>
    fc.tuple(someValue(member, how), fc.nat(9)).map(([value, odds]): [string, Json][] => {
      const mayMiss = !required.includes(key) || member.default !== undefined
      if (odds < 2 && mayMiss) return []
      return odds === 2 && mayMiss && !how.isPlain ? [[key, null]] : [[key, value]]
    }),
  )
  const others = additionalProperties
    ? fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), someValue(additionalProperties, how)), {
        selector: ([key]) => key,
        maxLength: 3,
      })
    : fc.constantFrom<[string, Json][]>([], [], how.isPlain ? [] : [['unknown', { of: [1] }]])
  return fc
    .tuple(fc.tuple(...own), others)
    .map(([members, more]) => Object.fromEntries([...members.flat(), ...more]) as Fields)
}

/**
 * Returns variants of a valid value with exactly one fault, grouped by reason, so that rare reasons
 * are drawn as often as wrong types. Empty if no fault is possible.
 */
export function invalidValues(value: Json, schema: StructuralSchema): Json[][] {
  const byReason = new Map<string, Json[]>()
  for (const [pointer, put] of replacements(value, schema, '')) {
    const broken = withValueAt(value, pointer, put)
    const [fault, ...others] = schemaFaults(storedValue(broken, schema), schema, '')
    if (!fault || others.length > 0) continue
    byReason.set(fault.reason, [...(byReason.get(fault.reason) ?? []), broken])
  }
  return [...byReason.values()]
}

type Replacement = [pointer: string, put: Json | undefined]

const wrong: Json[] = [true, 'zzzzzzzzzzzzz', -7, 11, 2.5, [], {}, '!', 'ccc']

function* replacements(
  value: Json,
  schema: StructuralSchema,
  pointer: string,
): Generator<Replacement> {
  if (value === null) return
  for (const put of wrong) yield [pointer, put]
  if (Array.isArray(value)) {
    if (value[0] !== undefined) yield [`${pointer}/-`, value[0]]
    for (const [index, item] of value.entries())
      yield* replacements(item, schema.items ?? {}, `${pointer}/${index}`)
  } else if (typeof value === 'object')
    for (const [key, member] of Object.entries(value)) {
      if (schema['x-kubernetes-embedded-resource'] && key !== 'data') continue
      const own = memberSchema(schema, key)
      const place = `${pointer}/${escapeSegment(key)}`
      if (schema.required?.includes(key)) yield [place, undefined]
      if (own) yield* replacements(member, own, place)
    }
}
