// Compiles list and map literals.

import { convertDeeply } from './convert-deeply.ts'
import type { CompiledExpression, Scope } from './scope.ts'
import type { CompileExpression } from './select-and-index.ts'
import { literalEntrySizes, exactSize } from './size-estimates.ts'
import { CelCompileError, type Expression } from './expression.ts'
import { dynConverted, type CelType, dyn, listOf, typeText, typeParameter } from './cel-type.ts'
import { CelRuntimeError, Optional } from './values.ts'
import { evaluateStrictly } from './resumable-evaluation.ts'

type List = Extract<Expression, { is: 'list' }>

const costOfList = 10
const costOfMap = 30

/** @throws CelCompileError if items have different types and may not */
export function compileList(
  { items: written, optional }: List,
  scope: Scope,
  compile: CompileExpression,
): CompiledExpression {
  const items = written.map(item => partOf(item, scope, compile))
  const types = items.map((item, index) => elementType(item, optional.has(index), written[index]))
  return {
    type: listOf(common(types, written, scope)),
    size: exactSize(items.length),
    entry: { ...literalEntrySizes([], items), key: exactSize(1) },
    isConstant: items.every(item => item.isConstant),
    cost: items.reduce((total, item) => total + item.cost, costOfList),
    ...evaluateStrictly(items, (values, budget) => {
      budget.spend(costOfList)
      return values.flatMap((value, index) => presentValues(value, optional.has(index)))
    }),
  }
}

/** Compiles an element. With mixed types, it is converted by its own type. */
const partOf = (given: Expression, scope: Scope, compile: CompileExpression): CompiledExpression =>
  scope.takesMixed ? convertDeeply(compile(given, scope)) : compile(given, scope)

/** The type of an optional element that never has a value. */
const free: CelType = { is: 'free' }

/** Returns the type of an element, which is the inner type for an optional one. */
function elementType(
  { type }: CompiledExpression,
  isOptional: boolean,
  element: Expression | undefined,
): CelType {
  if (!isOptional || type.is === 'dyn') return type
  if (type.is === 'optional') return typeParameter(type).is === 'dyn' ? free : typeParameter(type)
  const found = typeText(type)
  throw new CelCompileError(
    `expected type 'optional_type(${found})' but found '${found}'`,
    element?.offset ?? 0,
  )
}

/** Returns the value in a list, or an empty list for an optional element without a value. */
function presentValues(value: unknown, isOptional: boolean): readonly unknown[] {
  if (!isOptional) return [value]
  if (!(value instanceof Optional)) throw new CelRuntimeError('no such overload')
  return value.isThere ? [value.value] : []
}

/** Returns the common type of the elements. @throws CelCompileError if they differ */
function common(
  types: readonly CelType[],
  written: readonly Expression[],
  { takesMixed }: Scope,
): CelType {
  const first = types.find(type => type.is !== free.is) ?? dyn
  const other = types.findIndex(type => type !== free && !isAlike(type, first))
  if (other < 0) return types.find(type => type !== free && isWhole(type)) ?? first
  if (takesMixed) return dynConverted
  const shown = `expected type '${typeText(first)}' but found '${typeText(types[other] ?? dyn)}'`
  throw new CelCompileError(shown, written[other]?.offset ?? 0)
}

/** Whether two types are equal, where an empty list or map fits any element type. */
const isAlike = (a: CelType, b: CelType): boolean =>
  a.is === b.is &&
  (a.of ?? []).every((one, index) => {
    const other = typeParameter(b, index)
    return one.is === 'dyn' || other.is === 'dyn' || isAlike(one, other)
  })

const isWhole = ({ is, of = [] }: CelType): boolean => is !== 'dyn' && of.every(isWhole)

type Entries = Extract<Expression, { is: 'map' }>

/** @throws CelCompileError if keys or values have different types and may not */
export function compileMap(
  { entries: written, optional }: Entries,
  scope: Scope,
  compile: CompileExpression,
): CompiledExpression {
  const keys = written.map(([key]) => partOf(key, scope, compile))
  const values = written.map(([, value]) => partOf(value, scope, compile))
  const types = values.map((one, index) =>
    elementType(one, optional.has(index), written[index]?.[1]),
  )
  const of = [
    common(
      keys.map(({ type }) => type),
      written.map(([key]) => key),
      scope,
    ),
    common(
      types,
      written.map(([, value]) => value),
      scope,
    ),
  ]
  const all = [...keys, ...values]
  return {
    type: { is: 'map', of },
    size: exactSize(written.length),
    entry: literalEntrySizes(keys, values),
    isConstant: all.every(one => one.isConstant),
    cost: all.reduce((total, { cost }) => total + cost, costOfMap),
    ...evaluateStrictly(all, (found, budget) => {
      budget.spend(costOfMap)
      const made = new Map<unknown, unknown>()
      for (const index of keys.keys()) {
        const value = found[keys.length + index]
        for (const one of presentValues(value, optional.has(index))) made.set(found[index], one)
      }
      return made
    }),
  }
}
