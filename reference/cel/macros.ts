// What looks like a function and names a variable of its own.

import { sizeOf, times } from './costs.ts'
import type { Budget } from './overloads.ts'
import { type Compiled, type Frame, type Scope, within } from './scope.ts'
import { type Compile, presence, rangeOf } from './selection.ts'
import { CelFault, type Expression } from './syntax.ts'
import { bool, type CelType, dyn, listOf, nameOf, optionalOf, part } from './types.ts'
import { CelError, converted, Optional } from './values.ts'

type Call = Extract<Expression, { is: 'call' }>

const loops = ['all', 'exists', 'exists_one', 'existsOne', 'filter', 'map', 'sortBy']

export const isMacro = ({ name, of, with: given }: Call): boolean => {
  if (name === 'has') return !of && given.length === 1
  if (!of) return false
  if (name === 'optMap' || name === 'optFlatMap') return given.length === 2
  return loops.includes(name) && given.length >= 2
}

export function macro(call: Call, scope: Scope, compile: Compile): Compiled {
  if (call.name === 'has') return presence(call.with[0], scope, compile)
  if (call.name.startsWith('opt')) return optionally(call, scope, compile)
  return loop(call, scope, compile)
}

function nameIn(given: Expression | undefined, at: number): string {
  if (given?.is === 'name') return given.name
  throw new CelFault('argument must be a simple name', given?.at ?? at)
}

function optionally({ name, of, with: given, at }: Call, scope: Scope, compile: Compile): Compiled {
  const [variable, body] = given
  if (!of || !body) throw new CelFault(`${name} takes two arguments`, at)
  const value = compile(of, scope)
  const inner = within(scope, nameIn(variable, at), part(value.type))
  const result = compile(body, inner.scope)
  const isFlat = name === 'optFlatMap'
  return {
    type: isFlat ? result.type : optionalOf(result.type),
    cost: value.cost + result.cost + 1,
    run: (frame, budget) => {
      const held = value.run(frame, budget)
      if (!(held instanceof Optional) || !held.isThere) return new Optional(undefined)
      frame[inner.place] = held.value
      const made = result.run(frame, budget)
      return isFlat ? made : new Optional(made)
    },
  }
}

type Each = (act: (item: unknown, index: number) => boolean | undefined) => void

function loop({ name, of, with: given, at }: Call, scope: Scope, compile: Compile): Compiled {
  if (!of) throw new CelFault(`${name} takes a list`, at)
  const range = compile(of, scope)
  if (!['list', 'map', 'dyn'].includes(range.type.is)) {
    throw new CelFault(
      `expression of type '${nameOf(range.type)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      of.at,
    )
  }
  const item = range.type.is === 'dyn' ? dyn : part(range.type)
  const inner = within(scope, nameIn(given[0], at), item)
  const bodies = given.slice(1).map(one => compile(one, inner.scope))
  if (bodies.length > (name === 'map' ? 2 : 1)) {
    throw new CelFault(`${name} with two variables is not supported by this server`, at)
  }
  checkBodies(name, bodies, given)
  const body = bodies.reduce((total, one) => total + one.cost, 2)
  const sizeMax = sizeOf(range.type)
  const { type, run } = acting(name, bodies, item)
  return {
    type: type.is === 'list' ? { ...type, sizeMax } : type,
    cost: range.cost + times(sizeMax, body) + 1,
    run: (frame, budget) => {
      const items = rangeOf(range.run(frame, budget))
      const each: Each = act => {
        for (const [index, raw] of items.entries()) {
          budget.spend(2)
          const value = converted(raw, item)
          frame[inner.place] = value
          if (act(value, index) === false) return
        }
      }
      return run(each, frame, budget)
    },
  }
}

function checkBodies(name: string, bodies: readonly Compiled[], given: readonly Expression[]) {
  const judged = name === 'map' ? bodies.slice(0, -1) : name === 'sortBy' ? [] : bodies
  for (const [index, { type }] of judged.entries()) {
    if (type.is === 'bool' || type.is === 'dyn') continue
    throw new CelFault(
      `expected type 'bool' but found '${nameOf(type)}'`,
      given[index + 1]?.at ?? 0,
    )
  }
}

type Acting = {
  readonly type: CelType
  readonly run: (each: Each, frame: Frame, budget: Budget) => unknown
}

function acting(name: string, bodies: readonly Compiled[], item: CelType): Acting {
  const [first, second] = bodies
  if (!first) throw new CelFault(`${name} takes two arguments`, 0)
  const holds = (frame: Frame, budget: Budget) => {
    const value = first.run(frame, budget)
    if (typeof value === 'boolean') return value
    throw new CelError('no such overload')
  }
  if (name === 'all' || name === 'exists') return quantified(name === 'exists', holds)
  if (name === 'filter') {
    return {
      type: listOf(item),
      run: (each, frame, budget) => collected(each, value => (holds(frame, budget) ? [value] : [])),
    }
  }
  if (name === 'map') {
    const result = second ?? first
    return {
      type: listOf(result.type),
      run: (each, frame, budget) =>
        collected(each, () => (second && !holds(frame, budget) ? [] : [result.run(frame, budget)])),
    }
  }
  if (name === 'sortBy') throw new CelFault('sortBy is not supported by this server', 0)
  return {
    type: bool,
    run: (each, frame, budget) => {
      let count = 0
      each(() => void (count += holds(frame, budget) ? 1 : 0))
      return count === 1
    },
  }
}

/** One item that decides is enough, even where others fail. */
const quantified = (
  decisive: boolean,
  holds: (frame: Frame, budget: Budget) => boolean,
): Acting => ({
  type: bool,
  run: (each, frame, budget) => {
    let result = !decisive
    let failure: unknown
    each(() => {
      try {
        if (holds(frame, budget) !== decisive) return true
        result = decisive
        return false
      } catch (error) {
        // Out of steps is out of steps.
        if (!(error instanceof CelError) || error.message.startsWith('operation cancelled'))
          throw error
        failure ??= error
        return true
      }
    })
    if (failure && result !== decisive) throw failure
    return result
  },
})

function collected(each: Each, act: (value: unknown) => readonly unknown[]): unknown[] {
  const found: unknown[] = []
  each(value => void found.push(...act(value)))
  return found
}
