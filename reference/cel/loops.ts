// What is done with each item of a list, or with each entry of a map.

import { actionOf, type Kind } from './loop-actions.ts'
import { type Compiled, type Scope, within } from './scope.ts'
import { type Compile } from './selection.ts'
import { eitherEntry, type Entry, exactly, sized, sizeOf, times } from './sizes.ts'
import { CelFault, type Expression } from './syntax.ts'
import { bool, type CelType, dyn, int, listOf, nameOf, part } from './types.ts'
import { CelError, converted, entriesOf } from './values.ts'
import { inTurns } from './walks.ts'

type Call = Extract<Expression, { is: 'call' }>

export type Named = {
  readonly name: string
  readonly of: Expression
  readonly given: readonly Expression[]
  readonly at: number
}

const all: Kind = { makes: 'truth', costs: [0, 3, 1], bodies: [1] }
const exists: Kind = { makes: 'truth', costs: [0, 4, 1], bodies: [1] }
const existsOne: Kind = { makes: 'truth', costs: [0, 2, 2], bodies: [1] }
const filter: Kind = { makes: 'list', costs: [10, 13, 1], bodies: [1] }
const mapped: Kind = { makes: 'list', costs: [10, 12, 1], bodies: [1, 2] }
const quantifiers = { all, exists, exists_one: existsOne }

const ofOne: { readonly [name: string]: Kind } = { ...quantifiers, filter, map: mapped }
const ofTwo: { readonly [name: string]: Kind } = {
  ...quantifiers,
  existsOne,
  transformList: mapped,
  transformMap: { makes: 'map', costs: [30, 3, 1], bodies: [1, 2] },
  transformMapEntry: { makes: 'merged', costs: [30, 2, 1], bodies: [1, 2] },
}

type Form = { readonly kind: Kind; readonly variables: number }

function formOf(name: string, count: number): Form | undefined {
  for (const [variables, kinds] of [ofOne, ofTwo].entries()) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (kind?.bodies.includes(count - variables - 1)) return { kind, variables: variables + 1 }
  }
  return undefined
}

export const takesLoop = ({ name, with: given }: Call): boolean =>
  formOf(name, given.length) !== undefined

export function nameIn(given: Expression | undefined, at: number): string {
  if (given?.is === 'name') return given.name
  throw new CelFault('argument must be a simple name', given?.at ?? at)
}

export function loop(named: Named, scope: Scope, compile: Compile): Compiled {
  const { name, of, given, at } = named
  const { kind, variables } = formOf(name, given.length) ?? { kind: all, variables: 1 }
  const range = compile(of, scope)
  if (!['list', 'map', 'dyn'].includes(range.type.is)) {
    const why = 'cannot be range of a comprehension (must be list, map, or dynamic)'
    throw new CelFault(`expression of type '${nameOf(range.type)}' ${why}`, of.at)
  }
  const names = given.slice(0, variables).map(one => nameIn(one, at))
  if (new Set(names).size < names.length) {
    throw new CelFault(`duplicate variable name: ${names[0]}`, given[1]?.at ?? at)
  }
  const { inner, types, places } = variablesOf(names, range, scope)
  const bodies = given.slice(variables).map(one => compile(one, inner))
  const begin = actionOf(name, kind, bodies, given.slice(variables))
  const size = sizeOf(range)
  const [first, each, last] = kind.costs
  const body = bodies.reduce((total, one) => total + one.cost, each)
  const entry = entryOfResult(name, kind, bodies, inner.names.get(names[0] ?? ''))
  return {
    type: typeOfResult({ name, at }, kind, bodies, types),
    size: kind.makes === 'truth' ? exactly(1) : size,
    ...(entry && { entry }),
    cost: range.cost + first + times(size.max, body) + last,
    ...inTurns(function* (frame, budget) {
      const items = range.walk ? yield* range.walk(frame, budget) : range.run(frame, budget)
      budget.spend(first + last)
      const action = begin()
      for (const values of valuesOf(items, variables)) {
        if (budget.isDue?.()) yield
        budget.spend(each)
        for (const [index, place] of places.entries()) {
          frame[place] = converted(values[index], types[index] ?? dyn)
        }
        const isOver = yield* action.take(frame, budget, places)
        if (isOver === true) break
      }
      return action.result()
    }),
  }
}

/** The variables of a loop: the item or the key, or both the place or the key and the value. */
function variablesOf(names: readonly string[], range: Compiled, scope: Scope) {
  const { type, entry, path = [] } = range
  const isList = type.is === 'list'
  const known = (kind: CelType, step: string, size: Entry['key'] | undefined) => ({
    type: kind,
    ...sized(scope.root, kind, { path: [...path, step], ...(size && { size }) }),
  })
  const value = type.is === 'dyn' ? dyn : part(type, isList ? 0 : 1)
  const key = type.is === 'dyn' ? dyn : isList ? int : part(type)
  const ofKey = known(key, isList ? '@indices' : '@keys', entry?.key)
  const ofValue = known(value, isList ? '@items' : '@values', entry?.value)
  const all = names.length === 2 ? [ofKey, ofValue] : [isList ? ofValue : ofKey]
  let inner = scope
  const places: number[] = []
  for (const [index, name] of names.entries()) {
    const next = within(inner, name, all[index] ?? { type: dyn })
    inner = next.scope
    places.push(next.place)
  }
  return { inner, places, types: all.map(one => one.type) }
}

function* valuesOf(range: unknown, variables: number): Iterable<readonly unknown[]> {
  if (Array.isArray(range)) {
    for (const [index, item] of range.entries()) {
      yield variables === 2 ? [BigInt(index), item] : [item]
    }
    return
  }
  const entries = entriesOf(range)
  if (!entries) throw new CelError('no such overload')
  for (const [key, value] of entries) yield variables === 2 ? [key, value] : [key]
}

function typeOfResult(
  { name, at }: Pick<Named, 'name' | 'at'>,
  { makes }: Kind,
  bodies: readonly Compiled[],
  [first = dyn]: readonly CelType[],
): CelType {
  const result = bodies.at(-1)?.type ?? dyn
  if (makes === 'truth') return bool
  if (makes === 'list') return listOf(name === 'filter' ? first : result)
  if (makes === 'merged' && result.is !== 'map' && result.is !== 'dyn') {
    const shown = `(map(dyn, dyn), ${nameOf(result)})`
    throw new CelFault(`found no matching overload for '${name}' applied to '${shown}'`, at)
  }
  return makes === 'merged' ? result : { is: 'map', of: [first, result] }
}

function entryOfResult(
  name: string,
  { makes }: Kind,
  bodies: readonly Compiled[],
  variable: Parameters<typeof sizeOf>[0] | undefined,
): Entry | undefined {
  if (makes !== 'list') return undefined
  const item = name === 'filter' ? variable : bodies.at(-1)
  const none = { key: exactly(1), value: exactly(0) }
  return eitherEntry(none, { key: exactly(1), value: sizeOf(item ?? {}) })
}
