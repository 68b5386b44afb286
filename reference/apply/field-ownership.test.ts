import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApiObject, JsonObject } from '../api/object.ts'
import { runToEnd } from '../lib/event-loop.ts'
import { compareFields } from './compare-fields.ts'
import { writeFieldsV1 } from './fields-v1.ts'
import type { Manager, ManagedFields } from './managed-fields.ts'
import { writeManagedFields } from './managed-fields.ts'
import { applyFields, type FieldOwnershipRules } from './field-ownership.ts'
import { runAtOnce } from './portioned-walk.ts'
import { testSchema } from './test-schema.ts'

const rules: FieldOwnershipRules = {
  *convert(typed, apiVersion) {
    yield
    return apiVersion === typed.apiVersion ? typed : undefined
  },
  tracked: fields => fields,
}

const typed = (fields: JsonObject) => ({
  apiVersion: 'v1',
  schema: testSchema,
  object: fields as ApiObject,
})

const applier = (manager: string): Manager => ({
  manager,
  operation: 'Apply',
  apiVersion: 'v1',
  subresource: '',
})

type State = { object: unknown; managers: ManagedFields }

const empty: State = { object: {}, managers: new Map() }

function applying(state: State, manager: string, fields: JsonObject, isForced = false) {
  const { object, managers } = state
  const how = { managers, manager: applier(manager), isForced }
  return runToEnd(applyFields(typed(object as JsonObject), typed(fields), how, rules))
}

function applied(state: State, manager: string, fields: JsonObject, isForced = false): State {
  const result = applying(state, manager, fields, isForced)
  if ('conflicts' in result) throw new Error('expected no conflict')
  return result
}

const owners = ({ managers }: State) =>
  Object.fromEntries(
    runAtOnce(pending => writeManagedFields(managers.values(), pending)).map(
      ({ manager, fieldsV1 }) => [manager, fieldsV1],
    ),
  )

const conflictsOf = (result: ReturnType<typeof applying>) =>
  'conflicts' in result
    ? result.conflicts.map(({ owner, fields }) => [
        owner.manager,
        runAtOnce(pending => writeFieldsV1(fields, pending)),
      ])
    : []

test('an apply owns the fields it contains', () => {
  const state = applied(empty, 'a', {
    data: { x: '1' },
    selector: { app: 'x' },
    ports: [{ port: 80, name: 'web' }],
    tags: ['t'],
    args: ['-v'],
    any: { deep: { x: [1] } },
  })

  expect(owners(state)).toEqual({
    a: {
      'f:data': { 'f:x': {} },
      'f:selector': {},
      'f:ports': {
        'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:name': {}, 'f:port': {} },
      },
      'f:tags': { 'v:"t"': {} },
      'f:args': {},
      'f:any': { 'f:deep': { '.': {}, 'f:x': {} } },
    },
  })
})

test('a different value in a field that another manager owns is a conflict', () => {
  const first = applied(empty, 'a', { data: { x: '1', y: '1' }, args: ['-v'] })
  const fields = { data: { x: '2', y: '1' }, args: [] }

  expect(conflictsOf(applying(first, 'b', fields))).toEqual([
    ['a', { 'f:args': {}, 'f:data': { 'f:x': {} } }],
  ])
})

test('a forced apply takes over the fields it changes', () => {
  const first = applied(empty, 'a', { data: { x: '1', y: '1' } })
  const state = applied(first, 'b', { data: { x: '2' } }, true)

  expect(state.object).toEqual({ data: { x: '2', y: '1' } })
  expect(owners(state)).toEqual({
    a: { 'f:data': { 'f:y': {} } },
    b: { 'f:data': { 'f:x': {} } },
  })
})

test('a field that is no longer applied is removed unless another manager owns it', () => {
  const first = applied(empty, 'a', { data: { x: '1', y: '1' }, tags: ['s', 't'] })
  const shared = applied(first, 'b', { data: { x: '1' }, tags: ['t'] })
  const state = applied(shared, 'a', { data: {} })

  expect(state.object).toEqual({ data: { x: '1' }, tags: ['t'] })
})

test('a list item that is no longer applied is removed with all its fields', () => {
  const first = applied(empty, 'a', { ports: [{ port: 80, name: 'web' }, { port: 9 }] })
  const state = applied(first, 'a', { ports: [{ port: 9 }] })

  expect(state.object).toEqual({ ports: [{ port: 9 }] })
})

test('a list item that another manager owns in part keeps that part', () => {
  const first = applied(empty, 'a', { ports: [{ port: 80, protocol: 'UDP', name: 'web' }] })
  const both = applied(first, 'b', { ports: [{ port: 80, protocol: 'UDP', flags: ['x'] }] })
  const state = applied(both, 'a', {})

  expect(state.object).toEqual({ ports: [{ port: 80, protocol: 'UDP', flags: ['x'] }] })
})

test('list items follow the order of the applier, and other items stay near neighbours', () => {
  const first = applied(empty, 'a', { tags: ['1', '2', '3', '4'] })
  const state = applied(first, 'b', { tags: ['4', 'new', '2'] })

  expect(state.object).toEqual({ tags: ['1', '3', '4', 'new', '2'] })
})

const fields = fc.record(
  {
    data: fc.dictionary(fc.constantFrom('x', 'y', '__proto__'), fc.constantFrom('1', '2')),
    spec: fc.record(
      { replicas: fc.nat(3), paused: fc.boolean(), size: fc.constant('l') },
      { requiredKeys: [] },
    ),
    ports: fc.uniqueArray(fc.record({ port: fc.nat(3) }), { selector: ({ port }) => port }),
    tags: fc.uniqueArray(fc.constantFrom('s', 't', 'u')),
    args: fc.array(fc.constantFrom('-v', '-x')),
    any: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: [] },
)

test('repeating an apply changes nothing', () => {
  fc.assert(
    fc.property(fields, fields, (a, b) => {
      const first = applied(applied(empty, 'a', a), 'b', b, true)
      const again = applied(first, 'b', b)

      expect(again.object).toEqual(first.object)
      expect(runAtOnce(pending => writeManagedFields(again.managers.values(), pending))).toEqual(
        runAtOnce(pending => writeManagedFields(first.managers.values(), pending)),
      )
    }),
  )
})

test('an apply of the whole current object causes no conflict', () => {
  fc.assert(
    fc.property(fields, fields, (a, b) => {
      const first = applied(empty, 'a', a)
      const { object } = applied(first, 'b', b, true)

      expect(
        conflictsOf(applying(applied(first, 'b', b, true), 'c', object as JsonObject)),
      ).toEqual([])
    }),
  )
})

test('two managers that apply different fields get the same result in either order', () => {
  fc.assert(
    fc.property(fields, fields, ({ data = {}, spec = {} }, { tags = [], args = [] }) => {
      const [one, other] = [
        { data, spec },
        { tags, args },
      ]
      const there = applied(applied(empty, 'a', one), 'b', other)
      const back = applied(applied(empty, 'b', other), 'a', one)

      expect(there.object).toEqual(back.object)
      expect(owners(there)).toEqual(owners(back))
    }),
  )
})

test('two values differ in no field if and only if they are equal', () => {
  fc.assert(
    fc.property(fields, fields, (a, b) => {
      const { added, modified, removed } = runAtOnce(pending =>
        compareFields({ before: a, after: b }, testSchema, pending),
      )
      const count = added.size + modified.size + removed.size

      expect(count === 0).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)))
    }),
  )
})

/** Sorts the items of sets and maps, whose order is not significant. */
const sorted = ({ tags, ports, ...rest }: JsonObject): JsonObject => ({
  ...inOrder(rest),
  ...(Array.isArray(tags) && { tags: tags.map(String).toSorted((a, b) => a.localeCompare(b)) }),
  ...(Array.isArray(ports) && { ports: ports.toSorted((a, b) => a.port - b.port) }),
})

function inOrder(value: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === 'object' && one !== null && !Array.isArray(one)
        ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
        : one,
    ),
  )
}
