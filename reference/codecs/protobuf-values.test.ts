import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type JsonObject, timestamp } from '../api/object.ts'
import { readJson } from './read-json.ts'
import { type FieldRow, messageNames, messageFields } from './protobuf-message-data.ts'
import { protobufCodec } from './protobuf-codec.ts'
import { writeJson } from '../lib/write-json.ts'

const codec = protobufCodec({ mediaType: 'application/x', apiDomain: 'cluster.example' })

const text = fc.string({ unit: 'binary', maxLength: 60 })
const seconds = fc.integer({ min: -62_000_000_000, max: 253_402_300_799 })
const schema = 'apiextensions.v1.JSONSchemaProps'
const beyond = fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n })
/** Values as from the JSON reader, which returns a bigint for an integer beyond 2^53. */
const json = fc
  .jsonValue({ maxDepth: 2 })
  .filter(value => value !== null)
  .map(value => readJson(writeJson(value)).value)

/** JSON values of the scalar types in the data. */
const valuesByType: { readonly [name: string]: fc.Arbitrary<unknown> } = {
  string: text,
  bool: fc.boolean(),
  int32: fc.integer(),
  int64: fc.oneof(
    fc.maxSafeInteger(),
    beyond,
    beyond.map(value => -value - 1n),
  ),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0),
  bytes: fc.uint8Array({ maxLength: 20 }).map(bytes => Buffer.from(bytes).toString('base64')),
  time: seconds.map(value => timestamp(value * 1000)),
  'micro-time': fc
    .tuple(seconds, fc.integer({ min: 0, max: 999_999 }))
    .map(
      ([value, micros]) =>
        `${timestamp(value * 1000).slice(0, -1)}.${String(micros).padStart(6, '0')}Z`,
    ),
  quantity: fc.constantFrom('0', '100m', '1.5Gi', '-3', '9223372036854775807'),
  'int-or-string': fc.oneof(fc.integer(), text),
  fields: json,
  raw: json,
  strings: fc.array(text, { minLength: 1, maxLength: 3 }),
}

const optionals: { readonly [name: string]: (level: number) => fc.Arbitrary<unknown> } = {
  'schema-or-bool': level => fc.oneof(fc.boolean(), messageOf(schema, level)),
  'schema-or-list': level =>
    fc.oneof(
      messageOf(schema, level),
      fc.array(messageOf(schema, level), { minLength: 1, maxLength: 2 }),
    ),
  'schema-or-strings': level =>
    fc.oneof(messageOf(schema, level), fc.array(text, { minLength: 1, maxLength: 2 })),
}

// Below this level only required fields are generated.
const levelMax = 5

const valueOf = (type: string, level: number): fc.Arbitrary<unknown> =>
  valuesByType[type] ?? optionals[type]?.(level) ?? messageOf(type, level)

/** Generates objects in the form of the genuine types, which omit certain zero values. */
const messageOf = (name: string, level = 0): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(...(messageFields(name) ?? []).map(row => membersOf(row, level + 1)))
    .map(members => Object.assign({}, ...members) as JsonObject)

function membersOf(
  [, name, type, shape, shown]: FieldRow,
  level: number,
): fc.Arbitrary<JsonObject> {
  if (shape === 'inline') return messageOf(type, level)
  const absent = fc.constant<JsonObject>(shown ? { [name]: null } : {})
  if (shape !== 'one' && level > levelMax) return absent
  const value = valueOf(type, level)
  const withName = (values: fc.Arbitrary<unknown>) => values.map(one => ({ [name]: one }))
  if (shape === 'list') {
    return fc.oneof(absent, withName(fc.array(value, { minLength: 1, maxLength: 2 })))
  }
  if (shape === 'map') {
    return fc.oneof(absent, withName(fc.dictionary(text, value, { minKeys: 1, maxKeys: 2 })))
  }
  const hides = !shown && (shape === 'one' || type === 'bytes')
  const kept = withName(value).map(one => (hides && isZero(one[name]) ? {} : one))
  return shape === 'one' ? kept : fc.oneof({ arbitrary: absent, weight: 2 }, kept)
}

const isZero = (value: unknown): boolean => value === '' || value === 0 || value === false

const kinds = [...messageNames('cluster.example')].map(([type, name]) => {
  const [apiVersion = '', kind = ''] = type.split(' ')
  return { type: { apiVersion, kind }, name }
})

it('messages exist for all the kinds that tools send', () => {
  const sent = ['Namespace', 'ResourceQuota', 'HorizontalPodAutoscaler', 'TokenRequest', 'Eviction']
    .concat(['SelfSubjectAccessReview', 'SelfSubjectRulesReview', 'SelfSubjectReview', 'Binding'])
    .concat(['Scale', 'DeleteOptions', 'Status', 'PartialObjectMetadata'])
  const found = kinds.map(({ type }) => type.kind)

  expect(sent.filter(kind => !found.includes(kind))).toEqual([])
  expect(kinds.length).toBeGreaterThan(150)
})

it('every list message has its items last, so that they can follow the head', () => {
  const lists = kinds.filter(({ type }) => type.kind.endsWith('List'))
  const last = lists
    .map(({ name }) => messageFields(name)?.at(-1))
    .filter(row => row?.[1] === 'items')

  expect(last.length).toBeGreaterThan(50)
  expect(
    lists.flatMap(({ name }) => messageFields(name)?.slice(0, -1) ?? []).map(([, one]) => one),
  ).not.toContain('items')
})

it.each(kinds)('$type.kind of $type.apiVersion survives a round trip', ({ type, name }) => {
  fc.assert(
    fc.property(messageOf(name), object => {
      const value = { ...type, ...object }

      expect(codec.read(codec.write(value))).toEqual({ value, duplicates: [] })
    }),
    { numRuns: 8 },
  )
})
