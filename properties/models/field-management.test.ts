import fc from 'fast-check'
import { expect, it } from 'vitest'
import { conflictPath } from './field-paths.ts'
import { fieldValuesOf, containerMark } from './field-shapes.ts'
import type { FieldShape } from './field-shapes.ts'
import {
  hasEqualManagers,
  noManagedState,
  fieldManagerOf,
  writeManagedState,
} from './field-management.ts'
import type { ManagedOutcome, ManagedState, ManagedWrite } from './field-management.ts'

const shape: FieldShape = { fields: { data: { each: 'whole' } } }
type Data = Record<string, string>

const apply = (manager: string, data: Data, isForced = false): ManagedWrite => ({
  sort: 'apply',
  manager,
  fields: fieldValuesOf({ data }, shape),
  isForced,
})
const update = (manager: string, data: Data, clears = false): ManagedWrite => ({
  sort: 'update',
  manager,
  fields: fieldValuesOf({ data }, shape),
  clears,
})

/** Returns the state after writes that all succeed. */
function after(...writes: ManagedWrite[]): ManagedState {
  return writes.reduce<ManagedState>((state, write) => {
    const outcome = writeManagedState(state, write)
    if (outcome.did === 'conflict') throw new Error(`${write.manager} is in conflict`)
    return outcome.state
  }, noManagedState)
}

const conflictsOf = (outcome: ManagedOutcome): string[] =>
  outcome.did === 'conflict'
    ? outcome.conflicts.map(
        ({ owner, path }) => `${fieldManagerOf(owner).manager} ${conflictPath(path)}`,
      )
    : []

const dataOf = ({ fields = new Map() }: ManagedState): Data =>
  Object.fromEntries(
    [...fields].flatMap(([path, value]) =>
      value === containerMark ? [] : [[conflictPath(path).slice('.data.'.length), String(value)]],
    ),
  )

const ownersOf = ({ owners }: ManagedState): Record<string, string[]> =>
  Object.fromEntries(
    [...owners].map(([key, paths]) => {
      const { operation, manager } = fieldManagerOf(key)
      return [`${operation} ${manager}`, [...paths].map(conflictPath).toSorted()]
    }),
  )

it('an applier owns the fields it sets, and a creator also the map around them', () => {
  expect(ownersOf(after(apply('m', { a: '1' })))).toEqual({ 'Apply m': ['.data.a'] })
  expect(ownersOf(after(update('m', { a: '1' })))).toEqual({ 'Update m': ['.data', '.data.a'] })
})

it('reports a conflict with a different value, and names the owners', () => {
  const state = after(apply('m', { a: '1', b: '1' }), apply('n', { a: '1' }))

  expect(conflictsOf(writeManagedState(state, apply('o', { a: '2', b: '1', c: '1' })))).toEqual([
    'm .data.a',
    'n .data.a',
  ])
  expect(writeManagedState(state, apply('o', { a: '1', c: '1' }))).toMatchObject({ did: 'write' })
})

it('reports a conflict with another operation of the same manager', () => {
  const state = after(update('m', { a: '1' }))

  expect(conflictsOf(writeManagedState(state, apply('m', { a: '2' })))).toEqual(['m .data.a'])
})

it('moves the fields of a forced apply, so that the former owner conflicts', () => {
  const state = after(apply('m', { a: '1', b: '1' }), apply('n', { a: '2' }, true))

  expect(dataOf(state)).toEqual({ a: '2', b: '1' })
  expect(ownersOf(state)).toEqual({ 'Apply m': ['.data.b'], 'Apply n': ['.data.a'] })
  expect(conflictsOf(writeManagedState(state, apply('m', { a: '1', b: '1' })))).toEqual([
    'n .data.a',
  ])
})

it('drops fields that a manager no longer sets, unless another one does', () => {
  const state = after(
    apply('m', { a: '1', b: '1' }),
    apply('n', { b: '1' }),
    apply('m', { c: '1' }),
  )

  expect(dataOf(state)).toEqual({ b: '1', c: '1' })
  expect(ownersOf(state)).toEqual({ 'Apply m': ['.data.c'], 'Apply n': ['.data.b'] })
})

it('drops a map that becomes empty', () => {
  const state = after(update('m', { a: '1' }), apply('n', { a: '1' }), update('m', {}))

  expect(state.fields?.size).toBe(0)
  expect(ownersOf(state)).toEqual({})
})

it('gives an update the fields it changes, and takes them from all others', () => {
  const state = after(apply('m', { a: '1', b: '1' }), update('n', { a: '2', b: '1', c: '1' }))

  expect(ownersOf(state)).toEqual({ 'Apply m': ['.data.b'], 'Update n': ['.data.a', '.data.c'] })
})

it('tracks nothing after managedFields were cleared, until the next apply', () => {
  const cleared = after(apply('m', { a: '1' }), update('n', { a: '1' }, true))
  expect(ownersOf(cleared)).toEqual({})
  expect(
    ownersOf(after(apply('m', { a: '1' }), update('n', { a: '1' }, true), update('n', { a: '2' }))),
  ).toEqual({})

  const outcome = writeManagedState(cleared, apply('m', { a: '1', b: '1' }))
  expect(outcome).toMatchObject({ did: 'write' })
  if (outcome.did === 'write')
    expect(ownersOf(outcome.state)).toEqual({
      'Update before-first-apply': ['.data', '.data.a'],
      'Apply m': ['.data.a', '.data.b'],
    })
})

const someData = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2'))
const someWrite = (manager: string): fc.Arbitrary<ManagedWrite> =>
  fc.oneof(
    someData.map(data => apply(manager, data, true)),
    someData.map(data => update(manager, data)),
  )
const someState = fc
  .array(fc.constantFrom('m', 'n', 'o').chain(someWrite), { maxLength: 6 })
  .map(writes => after(...writes))

it('reports that a repeated apply changes nothing', () => {
  fc.assert(
    fc.property(someState, someData, (state, data) => {
      const once = writeManagedState(state, apply('p', data, true))
      const twice = once.did === 'write' && writeManagedState(once.state, apply('p', data))

      expect(twice).toMatchObject({ did: 'write', isChanged: false })
    }),
  )
})

it('allows applies of different fields in either order', () => {
  fc.assert(
    fc.property(someState, someText(), someText(), (state, one, other) => {
      const [p, q] = [apply('p', { d: one }), apply('q', { e: other })]
      const [first, second] = [both(state, p, q), both(state, q, p)]

      expect(dataOf(first)).toEqual(dataOf(second))
      expect(hasEqualManagers(first.owners, second.owners)).toBe(true)
    }),
  )
})

it('never has owners of absent fields', () => {
  fc.assert(
    fc.property(someState, ({ fields, owners }) => {
      const owned = [...owners.values()].flatMap(paths => [...paths])

      expect(owned.filter(path => !fields?.has(path))).toEqual([])
    }),
  )
})

const someText = () => fc.constantFrom('1', '2')

function both(state: ManagedState, one: ManagedWrite, other: ManagedWrite): ManagedState {
  const outcomes = [one, other].reduce<ManagedState>((at, write) => {
    const outcome = writeManagedState(at, write)
    return outcome.did === 'write' ? outcome.state : at
  }, state)
  return outcomes
}
