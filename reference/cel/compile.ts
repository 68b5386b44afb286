// Checks the types of an expression and makes a function of it, in one walk.

import { callCost } from './costs.ts'
import { library } from './library.ts'
import { choice, junction } from './junctions.ts'
import { isMacro, macro } from './macros.ts'
import { operators } from './operators.ts'
import type { Overload } from './overloads.ts'
import type { Compiled, Scope } from './scope.ts'
import { withOrderOf } from './sets.ts'
import { selection, indexing } from './selection.ts'
import { CelFault, type Expression, type Literal } from './syntax.ts'
import { bool, type CelType, dyn, fits, listOf, nameOf, resolved } from './types.ts'
import { CelError, converted, TypeValue, Unsigned, whole } from './values.ts'

const byName = new Map<string, Overload[]>()
for (const one of [...operators, ...library]) {
  byName.set(one.name, [...(byName.get(one.name) ?? []), one])
}

/** The function that an expression is. @throws CelFault where it makes no sense */
export function compile(expression: Expression, scope: Scope): Compiled {
  switch (expression.is) {
    case 'literal':
      return literal(expression.value)
    case 'name':
      return name(expression, scope)
    case 'select':
      return selection(expression, scope, compile)
    case 'index':
      return indexing(expression, scope, compile)
    case 'list':
      return list(expression.items, scope)
    case 'map':
      return map(expression.entries, scope)
    case 'call':
      if (isMacro(expression)) return macro(expression, scope, compile)
      return call(expression, scope)
  }
}

function literal(value: Literal): Compiled {
  const [type, constant] = typed(value)
  return { type, run: () => constant, cost: 0 }
}

function typed(value: Literal): [CelType, unknown] {
  if (typeof value === 'bigint') return [{ is: 'int' }, whole(value)]
  if (typeof value === 'number') return [{ is: 'double' }, value]
  if (typeof value === 'string') return [{ is: 'string', sizeMax: value.length }, value]
  if (typeof value === 'boolean') return [bool, value]
  if (value === null) return [{ is: 'null' }, null]
  if (Buffer.isBuffer(value)) return [{ is: 'bytes' }, value]
  return [{ is: 'uint' }, new Unsigned(value.unsigned)]
}

const typeNames: { readonly [name: string]: string } = {
  int: 'int',
  uint: 'uint',
  double: 'double',
  string: 'string',
  bool: 'bool',
  bytes: 'bytes',
  list: 'list',
  map: 'map',
  null_type: 'null_type',
}

function name({ name: text, at }: Extract<Expression, { is: 'name' }>, scope: Scope): Compiled {
  const variable = scope.names.get(text)
  if (variable) {
    scope.used.add(text)
    const { place, type } = variable
    return { type, run: frame => frame[place], cost: 1 }
  }
  if (Object.hasOwn(typeNames, text)) {
    const value = new TypeValue(typeNames[text] ?? '')
    return { type: { is: 'type', sizeMax: 0 }, run: () => value, cost: 0 }
  }
  throw new CelFault(`undeclared reference to '${text}' (in container '')`, at)
}

function list(written: readonly Expression[], scope: Scope): Compiled {
  const items = written.map(item => compile(item, scope))
  const type = { ...listOf(common(items)), sizeMax: items.length }
  const cost = items.reduce((total, item) => total + item.cost, 10)
  return { type, run: (frame, budget) => items.map(item => item.run(frame, budget)), cost }
}

/** The type that all have; any where they differ. */
function common(items: readonly Compiled[]): CelType {
  const [first] = items
  if (!first) return dyn
  return items.every(({ type }) => nameOf(type) === nameOf(first.type)) ? first.type : dyn
}

function map(written: readonly (readonly [Expression, Expression])[], scope: Scope): Compiled {
  const entries = written.map(
    ([key, value]) => [compile(key, scope), compile(value, scope)] as const,
  )
  const of = [common(entries.map(([key]) => key)), common(entries.map(([, value]) => value))]
  return {
    type: { is: 'map', of, sizeMax: entries.length },
    run: (frame, budget) =>
      new Map(entries.map(([key, value]) => [key.run(frame, budget), value.run(frame, budget)])),
    cost: entries.reduce((total, [key, value]) => total + key.cost + value.cost, 30),
  }
}

type Call = Extract<Expression, { is: 'call' }>

function call(expression: Call, scope: Scope): Compiled {
  const { name: called, of, with: given, at } = expression
  if (called === '_&&_' || called === '_||_') return junction(called, given, scope, compile)
  if (called === '_?_:_') return choice(given, scope, compile)
  const isStatic = of?.is === 'name' && !scope.names.has(of.name)
  const full = isStatic ? `${of.name}.${called}` : called
  const own = byName.get(full)
  const receiver = of && !(isStatic && own) ? [of] : []
  const candidates = (own ?? byName.get(called) ?? []).filter(
    one => one.isMember === receiver.length > 0 || isStatic,
  )
  if (candidates.length === 0) {
    throw new CelFault(`undeclared reference to '${called}' (in container '')`, at)
  }
  const args = [...receiver, ...given].map(arg => compile(arg, scope))
  const { overloads, gives } = chosen(candidates, args, { called, at })
  const { cost, sizeMax } = callCost(called, args)
  const [left] = args
  const ordered = withOrderOf(left?.type, called, overloads)
  const { sizeMax: _ofAnArgument, ...type } = called === '_+_' && left ? summed(gives, left) : gives
  return {
    // However long its arguments are, the length of a result is known for some functions alone.
    type: sizeMax === undefined ? type : { ...type, sizeMax },
    cost: args.reduce((total, arg) => total + arg.cost, cost),
    run: running(args, ordered, called),
  }
}

/** What is added to a set makes a set. */
const summed = (gives: CelType, { type }: Compiled): CelType => (type.order ? type : gives)

type Named = { readonly called: string; readonly at: number }

function chosen(candidates: readonly Overload[], args: readonly Compiled[], { called, at }: Named) {
  const matching = candidates.flatMap(overload => {
    const bound = new Map<string, CelType>()
    const isMeant =
      overload.takes.length === args.length &&
      overload.takes.every((wanted, index) => fits(args[index]?.type ?? dyn, wanted, bound))
    return isMeant ? [{ overload, gives: resolved(overload.gives, bound) }] : []
  })
  const [first] = matching
  if (!first) {
    const shown = args.map(({ type }) => nameOf(type)).join(', ')
    throw new CelFault(`found no matching overload for '${called}' applied to '(${shown})'`, at)
  }
  const isOne = matching.every(({ gives }) => nameOf(gives) === nameOf(first.gives))
  return { overloads: matching.map(({ overload }) => overload), gives: isOne ? first.gives : dyn }
}

/** Which of several is meant shows when the values are there. */
function running(
  args: readonly Compiled[],
  overloads: readonly Overload[],
  called: string,
): Compiled['run'] {
  const [first] = overloads
  return (frame, budget) => {
    budget.spend(1)
    const values = args.map(arg => arg.run(frame, budget))
    if (first && overloads.length === 1) return first.run(values, budget)
    const adapted = values.map(value => converted(value, dyn))
    for (const overload of overloads) {
      if (!overload.takes.every((wanted, index) => isValueOf(adapted[index], wanted))) continue
      return overload.run(adapted, budget)
    }
    throw new CelError(
      `no such overload${/^\w+$/.test(called) && !called.startsWith('_') ? `: ${called}` : ''}`,
    )
  }
}

function isValueOf(value: unknown, { is }: CelType): boolean {
  if (is === 'int') return typeof value === 'bigint'
  if (is === 'double') return typeof value === 'number'
  if (is === 'string') return typeof value === 'string'
  if (is === 'bool') return typeof value === 'boolean'
  if (is === 'uint') return value instanceof Unsigned
  if (is === 'list') return Array.isArray(value)
  if (is === 'bytes') return Buffer.isBuffer(value)
  return typeof value === 'object' || is === 'dyn'
}
