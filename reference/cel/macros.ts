// Compiles macros: calls that declare a variable.

import { callCost } from './call-cost.ts'
import { compileLoop, type LoopCall, variableName, isLoopCall } from './comprehensions.ts'
import { type CompiledExpression, type Scope, withVariable } from './scope.ts'
import { type CompileExpression, compileHas, iterationRange } from './select-and-index.ts'
import {
  exactSize,
  itemSizeEstimator,
  sizeOfTyped,
  sizeOf,
  multiplyCounts,
} from './size-estimates.ts'
import { CelCompileError, type Expression } from './expression.ts'
import { listOf, typeText, optionalOf, typeParameter } from './cel-type.ts'
import { sortByKeys } from './sort-by-keys.ts'
import { toCelValue, Optional } from './values.ts'
import { resumable, evaluateLazily } from './resumable-evaluation.ts'

type Call = Extract<Expression, { is: 'call' }>

export const isMacro = (call: Call): boolean => {
  const { name, of, with: given } = call
  if (name === 'has') return !of && given.length === 1
  if (!of) return false
  const isOfOne = name === 'optMap' || name === 'optFlatMap' || name === 'sortBy'
  return isOfOne ? given.length === 2 : isLoopCall(call)
}

export function compileMacro(
  call: Call,
  scope: Scope,
  compile: CompileExpression,
): CompiledExpression {
  if (call.name === 'has') return compileHas(call.with[0], scope, compile)
  const { of, with: given, name, offset } = call
  if (!of) throw new CelCompileError(`${name} is called on nothing`, offset)
  const named: LoopCall = { name, of, given, offset }
  if (name.startsWith('opt')) return optionally(named, scope, compile)
  return name === 'sortBy' ? sorted(named, scope, compile) : compileLoop(named, scope, compile)
}

// The cost of a variable for one value, which CEL implements as a loop over an empty list.
const bindingCost = 10

function optionally(
  { name, of, given, offset }: LoopCall,
  scope: Scope,
  compile: CompileExpression,
): CompiledExpression {
  const [variable, body] = given
  if (!body) throw new CelCompileError(`${name} takes two arguments`, offset)
  const value = compile(of, scope)
  const held = typeParameter(value.type)
  const inner = withVariable(scope, variableName(variable, offset), {
    type: held,
    ...sizeOfTyped(scope.root, held, {}),
  })
  const result = compile(body, inner.scope)
  const isFlat = name === 'optFlatMap'
  const type = isFlat ? result.type : optionalOf(result.type)
  const whole = value.cost + 1
  return {
    type,
    ...sizeOfTyped(scope.root, type, {}),
    // The receiver is evaluated twice: for its presence, and for its value.
    cost: whole + bindingCost + whole + result.cost + (isFlat ? 0 : 1),
    ...evaluateLazily([value, result], function* (frame, budget) {
      const found = value.walk ? yield* value.walk(frame, budget) : value.run(frame, budget)
      budget.spend(1)
      if (!(found instanceof Optional) || !found.isThere) return new Optional(undefined)
      budget.spend(bindingCost + 1)
      frame[inner.place] = found.value
      const made = result.walk ? yield* result.walk(frame, budget) : result.run(frame, budget)
      return isFlat ? made : new Optional(made)
    }),
  }
}

const comparable = 'int uint double bool duration timestamp string bytes dyn'.split(' ')

function sorted(
  { of, given, offset, name }: LoopCall,
  scope: Scope,
  compile: CompileExpression,
): CompiledExpression {
  const [variable, by] = given
  const value = compile(of, scope)
  if (!by || !['list', 'dyn'].includes(value.type.is)) {
    throw new CelCompileError(`${name} takes a list and a key`, offset)
  }
  const item = typeParameter(value.type)
  const reached = { path: [...(value.path ?? []), '@items'] }
  const inner = withVariable(scope, variableName(variable, offset), {
    type: item,
    ...sizeOfTyped(scope.root, item, reached),
  })
  const key = compile(by, inner.scope)
  if (!comparable.includes(key.type.is)) {
    const shown = `${typeText(value.type)}.(list(${typeText(key.type)}))`
    throw new CelCompileError(
      `found no matching overload for '@sortByAssociatedKeys' applied to '${shown}'`,
      offset,
    )
  }
  const size = sizeOf(value)
  const keys = { type: listOf(key.type), size }
  const sorting = callCost('@sortByAssociatedKeys', [value, keys], itemSizeEstimator(scope.root))
  const mapping = 1 + 10 + multiplyCounts(size.max, 12 + key.cost) + 1
  return {
    type: value.type,
    size: sorting.size ?? exactSize(0),
    cost: bindingCost + value.cost + 1 + mapping + sorting.cost,
    ...resumable(function* (frame, budget) {
      const range = value.walk ? yield* value.walk(frame, budget) : value.run(frame, budget)
      const items = iterationRange(range).map(raw => toCelValue(raw, item))
      budget.spend(bindingCost + 2 * items.length ** 2 + 11)
      const known: unknown[] = []
      for (const one of items) {
        if (budget.isDue?.()) yield
        budget.spend(12)
        frame[inner.place] = one
        known.push(key.walk ? yield* key.walk(frame, budget) : key.run(frame, budget))
      }
      return sortByKeys(items, known)
    }),
  }
}
