// What looks like a function and names a variable of its own.

import { callCost } from './costs.ts'
import { loop, type Named, nameIn, takesLoop } from './loops.ts'
import { type Compiled, type Scope, within } from './scope.ts'
import { type Compile, presence, rangeOf } from './selection.ts'
import { exactly, itemSize, sized, sizeOf, times } from './sizes.ts'
import { CelFault, type Expression } from './syntax.ts'
import { listOf, nameOf, optionalOf, part } from './types.ts'
import { inOrder } from './order.ts'
import { converted, Optional } from './values.ts'
import { inTurns, lazily } from './walks.ts'

type Call = Extract<Expression, { is: 'call' }>

export const isMacro = (call: Call): boolean => {
  const { name, of, with: given } = call
  if (name === 'has') return !of && given.length === 1
  if (!of) return false
  const isOfOne = name === 'optMap' || name === 'optFlatMap' || name === 'sortBy'
  return isOfOne ? given.length === 2 : takesLoop(call)
}

export function macro(call: Call, scope: Scope, compile: Compile): Compiled {
  if (call.name === 'has') return presence(call.with[0], scope, compile)
  const { of, with: given, name, at } = call
  if (!of) throw new CelFault(`${name} is called on nothing`, at)
  const named: Named = { name, of, given, at }
  if (name.startsWith('opt')) return optionally(named, scope, compile)
  return name === 'sortBy' ? sorted(named, scope, compile) : loop(named, scope, compile)
}

// A variable of one value is a list that nobody goes through.
const bindingCost = 10

function optionally({ name, of, given, at }: Named, scope: Scope, compile: Compile): Compiled {
  const [variable, body] = given
  if (!body) throw new CelFault(`${name} takes two arguments`, at)
  const value = compile(of, scope)
  const held = part(value.type)
  const inner = within(scope, nameIn(variable, at), {
    type: held,
    ...sized(scope.root, held, {}),
  })
  const result = compile(body, inner.scope)
  const isFlat = name === 'optFlatMap'
  const type = isFlat ? result.type : optionalOf(result.type)
  const whole = value.cost + 1
  return {
    type,
    ...sized(scope.root, type, {}),
    // What it is called on is asked whether it is there, and then for what it is.
    cost: whole + bindingCost + whole + result.cost + (isFlat ? 0 : 1),
    ...lazily([value, result], function* (frame, budget) {
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

function sorted({ of, given, at, name }: Named, scope: Scope, compile: Compile): Compiled {
  const [variable, by] = given
  const value = compile(of, scope)
  if (!by || !['list', 'dyn'].includes(value.type.is)) {
    throw new CelFault(`${name} takes a list and a key`, at)
  }
  const item = part(value.type)
  const reached = { path: [...(value.path ?? []), '@items'] }
  const inner = within(scope, nameIn(variable, at), {
    type: item,
    ...sized(scope.root, item, reached),
  })
  const key = compile(by, inner.scope)
  if (!comparable.includes(key.type.is)) {
    const shown = `${nameOf(value.type)}.(list(${nameOf(key.type)}))`
    throw new CelFault(
      `found no matching overload for '@sortByAssociatedKeys' applied to '${shown}'`,
      at,
    )
  }
  const size = sizeOf(value)
  const keys = { type: listOf(key.type), size }
  const sorting = callCost('@sortByAssociatedKeys', [value, keys], itemSize(scope.root))
  const mapping = 1 + 10 + times(size.max, 12 + key.cost) + 1
  return {
    type: value.type,
    size: sorting.size ?? exactly(0),
    cost: bindingCost + value.cost + 1 + mapping + sorting.cost,
    ...inTurns(function* (frame, budget) {
      const range = value.walk ? yield* value.walk(frame, budget) : value.run(frame, budget)
      const items = rangeOf(range).map(raw => converted(raw, item))
      budget.spend(bindingCost + 2 * items.length ** 2 + 11)
      const known: unknown[] = []
      for (const one of items) {
        if (budget.isDue?.()) yield
        budget.spend(12)
        frame[inner.place] = one
        known.push(key.walk ? yield* key.walk(frame, budget) : key.run(frame, budget))
      }
      return inOrder(items, known)
    }),
  }
}
