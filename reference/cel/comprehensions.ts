// Compiles loops over the items of a list or the entries of a map.

import { loopActionOf, type LoopKind } from './comprehension-actions.ts'
import { type CompiledExpression, type Scope, withVariable } from './scope.ts'
import { type CompileExpression } from './select-and-index.ts'
import {
  unionOfEntries,
  type EntrySizes,
  exactSize,
  sizeOfTyped,
  sizeOf,
  multiplyCounts,
} from './size-estimates.ts'
import { CelCompileError, type Expression } from './expression.ts'
import { bool, type CelType, dyn, int, listOf, typeText, typeParameter } from './cel-type.ts'
import { CelRuntimeError, toCelValue, mapEntriesOf } from './values.ts'
import { resumable } from './resumable-evaluation.ts'

type Call = Extract<Expression, { is: 'call' }>

/** A call that loops over the items of `of`, with its arguments and its position in the text. */
export type LoopCall = {
  readonly name: string
  readonly of: Expression
  readonly given: readonly Expression[]
  readonly offset: number
}

const all: LoopKind = { makes: 'truth', costs: [0, 3, 1], bodies: [1] }
const exists: LoopKind = { makes: 'truth', costs: [0, 4, 1], bodies: [1] }
const existsOne: LoopKind = { makes: 'truth', costs: [0, 2, 2], bodies: [1] }
const filter: LoopKind = { makes: 'list', costs: [10, 13, 1], bodies: [1] }
const mapped: LoopKind = { makes: 'list', costs: [10, 12, 1], bodies: [1, 2] }
const quantifiers = { all, exists, exists_one: existsOne }

const ofOne: { readonly [name: string]: LoopKind } = { ...quantifiers, filter, map: mapped }
const ofTwo: { readonly [name: string]: LoopKind } = {
  ...quantifiers,
  existsOne,
  transformList: mapped,
  transformMap: { makes: 'map', costs: [30, 3, 1], bodies: [1, 2] },
  transformMapEntry: { makes: 'merged', costs: [30, 2, 1], bodies: [1, 2] },
}

type Form = { readonly kind: LoopKind; readonly variables: number }

function formOf(name: string, count: number): Form | undefined {
  for (const [variables, kinds] of [ofOne, ofTwo].entries()) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (kind?.bodies.includes(count - variables - 1)) return { kind, variables: variables + 1 }
  }
  return undefined
}

export const isLoopCall = ({ name, with: given }: Call): boolean =>
  formOf(name, given.length) !== undefined

export function variableName(given: Expression | undefined, offset: number): string {
  if (given?.is === 'name') return given.name
  throw new CelCompileError('argument must be a simple name', given?.offset ?? offset)
}

/** Compiles a call such as `all` or `map` to a resumable loop. @throws CelCompileError */
export function compileLoop(
  named: LoopCall,
  scope: Scope,
  compile: CompileExpression,
): CompiledExpression {
  const { name, of, given, offset } = named
  const { kind, variables } = formOf(name, given.length) ?? { kind: all, variables: 1 }
  const range = compile(of, scope)
  if (!['list', 'map', 'dyn'].includes(range.type.is)) {
    const why = 'cannot be range of a comprehension (must be list, map, or dynamic)'
    throw new CelCompileError(`expression of type '${typeText(range.type)}' ${why}`, of.offset)
  }
  const names = given.slice(0, variables).map(one => variableName(one, offset))
  if (new Set(names).size < names.length) {
    throw new CelCompileError(`duplicate variable name: ${names[0]}`, given[1]?.offset ?? offset)
  }
  const { inner, types, places } = variablesOf(names, range, scope)
  const bodies = given.slice(variables).map(one => compile(one, inner))
  const begin = loopActionOf(name, kind, bodies, given.slice(variables))
  const size = sizeOf(range)
  const [first, each, last] = kind.costs
  const body = bodies.reduce((total, one) => total + one.cost, each)
  const entry = entryOfResult(name, kind, bodies, inner.names.get(names[0] ?? ''))
  return {
    type: typeOfResult({ name, offset }, kind, bodies, types),
    size: kind.makes === 'truth' ? exactSize(1) : size,
    ...(entry && { entry }),
    cost: range.cost + first + multiplyCounts(size.max, body) + last,
    ...resumable(function* (frame, budget) {
      const items = range.walk ? yield* range.walk(frame, budget) : range.run(frame, budget)
      budget.spend(first + last)
      const action = begin()
      for (const values of valuesOf(items, variables)) {
        if (budget.isDue?.()) yield
        budget.spend(each)
        for (const [index, place] of places.entries()) {
          frame[place] = toCelValue(values[index], types[index] ?? dyn)
        }
        const isOver = yield* action.take(frame, budget, places)
        if (isOver === true) break
      }
      return action.result()
    }),
  }
}

/**
 * Returns the variables of a loop: the item or key, or the index or key together with the value.
 */
function variablesOf(names: readonly string[], range: CompiledExpression, scope: Scope) {
  const { type, entry, path = [] } = range
  const isList = type.is === 'list'
  const variable = (kind: CelType, step: string, size: EntrySizes['key'] | undefined) => ({
    type: kind,
    ...sizeOfTyped(scope.root, kind, { path: [...path, step], ...(size && { size }) }),
  })
  const value = typeParameter(type, isList ? 0 : 1)
  const key = isList ? int : typeParameter(type)
  const ofKey = variable(key, isList ? '@indices' : '@keys', entry?.key)
  const ofValue = variable(value, isList ? '@items' : '@values', entry?.value)
  const all = names.length === 2 ? [ofKey, ofValue] : [isList ? ofValue : ofKey]
  let inner = scope
  const places: number[] = []
  for (const [index, name] of names.entries()) {
    const next = withVariable(inner, name, all[index] ?? { type: dyn })
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
  const entries = mapEntriesOf(range)
  if (!entries) throw new CelRuntimeError('no such overload')
  for (const [key, value] of entries) yield variables === 2 ? [key, value] : [key]
}

function typeOfResult(
  { name, offset }: Pick<LoopCall, 'name' | 'offset'>,
  { makes }: LoopKind,
  bodies: readonly CompiledExpression[],
  [first = dyn]: readonly CelType[],
): CelType {
  const result = bodies.at(-1)?.type ?? dyn
  if (makes === 'truth') return bool
  if (makes === 'list') return listOf(name === 'filter' ? first : result)
  if (makes === 'merged' && result.is !== 'map' && result.is !== 'dyn') {
    const shown = `(map(dyn, dyn), ${typeText(result)})`
    throw new CelCompileError(
      `found no matching overload for '${name}' applied to '${shown}'`,
      offset,
    )
  }
  return makes === 'merged' ? result : { is: 'map', of: [first, result] }
}

function entryOfResult(
  name: string,
  { makes }: LoopKind,
  bodies: readonly CompiledExpression[],
  variable: Parameters<typeof sizeOf>[0] | undefined,
): EntrySizes | undefined {
  if (makes !== 'list') return undefined
  const item = name === 'filter' ? variable : bodies.at(-1)
  const none = { key: exactSize(1), value: exactSize(0) }
  return unionOfEntries(none, { key: exactSize(1), value: sizeOf(item ?? {}) })
}
