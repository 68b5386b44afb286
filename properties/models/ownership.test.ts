import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pathText } from './field-paths.ts'
import { fieldsOf, holder } from './field-shapes.ts'
import type { Shape } from './field-shapes.ts'
import { isEqual, nothing, ownerOf, written } from './ownership.ts'
import type { Outcome, State, Write } from './ownership.ts'

const shape: Shape = { fields: { data: { each: 'whole' } } }
type Data = Record<string, string>

const apply = (manager: string, data: Data, isForced = false): Write => ({
  sort: 'apply',
  manager,
  fields: fieldsOf({ data }, shape),
  isForced,
})
const update = (manager: string, data: Data, clears = false): Write => ({
  sort: 'update',
  manager,
  fields: fieldsOf({ data }, shape),
  clears,
})

/** The state behind writes that are all carried out. */
function after(...writes: Write[]): State {
  return writes.reduce<State>((state, write) => {
    const outcome = written(state, write)
    if (outcome.did === 'conflict') throw new Error(`${write.manager} is in conflict`)
    return outcome.state
  }, nothing)
}

const conflictsOf = (outcome: Outcome): string[] =>
  outcome.did === 'conflict'
    ? outcome.conflicts.map(({ owner, path }) => `${ownerOf(owner).manager} ${pathText(path)}`)
    : []

const dataOf = ({ fields = new Map() }: State): Data =>
  Object.fromEntries(
    [...fields].flatMap(([path, value]) =>
      value === holder ? [] : [[pathText(path).slice('.data.'.length), String(value)]],
    ),
  )

const ownersOf = ({ owners }: State): Record<string, string[]> =>
  Object.fromEntries(
    [...owners].map(([key, paths]) => {
      const { operation, manager } = ownerOf(key)
      return [`${operation} ${manager}`, [...paths].map(pathText).toSorted()]
    }),
  )

it('gives an applier what it names, and a creator the map that holds it too', () => {
  expect(ownersOf(after(apply('m', { a: '1' })))).toEqual({ 'Apply m': ['.data.a'] })
  expect(ownersOf(after(update('m', { a: '1' })))).toEqual({ 'Update m': ['.data', '.data.a'] })
})

it('finds a conflict in another value of what others own, and names them', () => {
  const state = after(apply('m', { a: '1', b: '1' }), apply('n', { a: '1' }))

  expect(conflictsOf(written(state, apply('o', { a: '2', b: '1', c: '1' })))).toEqual([
    'm .data.a',
    'n .data.a',
  ])
  expect(written(state, apply('o', { a: '1', c: '1' }))).toMatchObject({ did: 'write' })
})

it('is in conflict with what the same manager wrote otherwise', () => {
  const state = after(update('m', { a: '1' }))

  expect(conflictsOf(written(state, apply('m', { a: '2' })))).toEqual(['m .data.a'])
})

it('moves what a forced apply takes, so that the loser is in conflict', () => {
  const state = after(apply('m', { a: '1', b: '1' }), apply('n', { a: '2' }, true))

  expect(dataOf(state)).toEqual({ a: '2', b: '1' })
  expect(ownersOf(state)).toEqual({ 'Apply m': ['.data.b'], 'Apply n': ['.data.a'] })
  expect(conflictsOf(written(state, apply('m', { a: '1', b: '1' })))).toEqual(['n .data.a'])
})

it('drops what a manager no longer names, unless somebody else does', () => {
  const state = after(
    apply('m', { a: '1', b: '1' }),
    apply('n', { b: '1' }),
    apply('m', { c: '1' }),
  )

  expect(dataOf(state)).toEqual({ b: '1', c: '1' })
  expect(ownersOf(state)).toEqual({ 'Apply m': ['.data.c'], 'Apply n': ['.data.b'] })
})

it('drops the map that holds nothing any more', () => {
  const state = after(update('m', { a: '1' }), apply('n', { a: '1' }), update('m', {}))

  expect(state.fields?.size).toBe(0)
  expect(ownersOf(state)).toEqual({})
})

it('gives other writes what they change, and takes it from all others', () => {
  const state = after(apply('m', { a: '1', b: '1' }), update('n', { a: '2', b: '1', c: '1' }))

  expect(ownersOf(state)).toEqual({ 'Apply m': ['.data.b'], 'Update n': ['.data.a', '.data.c'] })
})

it('follows nothing where the record was cleared, until somebody applies', () => {
  const cleared = after(apply('m', { a: '1' }), update('n', { a: '1' }, true))
  expect(ownersOf(cleared)).toEqual({})
  expect(
    ownersOf(after(apply('m', { a: '1' }), update('n', { a: '1' }, true), update('n', { a: '2' }))),
  ).toEqual({})

  const outcome = written(cleared, apply('m', { a: '1', b: '1' }))
  expect(outcome).toMatchObject({ did: 'write' })
  if (outcome.did === 'write')
    expect(ownersOf(outcome.state)).toEqual({
      'Update before-first-apply': ['.data', '.data.a'],
      'Apply m': ['.data.a', '.data.b'],
    })
})

const someData = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2'))
const someWrite = (manager: string): fc.Arbitrary<Write> =>
  fc.oneof(
    someData.map(data => apply(manager, data, true)),
    someData.map(data => update(manager, data)),
  )
const someState = fc
  .array(fc.constantFrom('m', 'n', 'o').chain(someWrite), { maxLength: 6 })
  .map(writes => after(...writes))

it('says of an apply that is repeated that nothing changes', () => {
  fc.assert(
    fc.property(someState, someData, (state, data) => {
      const once = written(state, apply('p', data, true))
      const twice = once.did === 'write' && written(once.state, apply('p', data))

      expect(twice).toMatchObject({ did: 'write', isChanged: false })
    }),
  )
})

it('lets applies of different fields come in either order', () => {
  fc.assert(
    fc.property(someState, someText(), someText(), (state, one, other) => {
      const [p, q] = [apply('p', { d: one }), apply('q', { e: other })]
      const [first, second] = [both(state, p, q), both(state, q, p)]

      expect(dataOf(first)).toEqual(dataOf(second))
      expect(isEqual(first.owners, second.owners)).toBe(true)
    }),
  )
})

it('owns nothing that is not there', () => {
  fc.assert(
    fc.property(someState, ({ fields, owners }) => {
      const owned = [...owners.values()].flatMap(paths => [...paths])

      expect(owned.filter(path => !fields?.has(path))).toEqual([])
    }),
  )
})

const someText = () => fc.constantFrom('1', '2')

function both(state: State, one: Write, other: Write): State {
  const outcomes = [one, other].reduce<State>((at, write) => {
    const outcome = written(at, write)
    return outcome.did === 'write' ? outcome.state : at
  }, state)
  return outcomes
}
