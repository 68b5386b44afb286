// Checks the types of an expression and compiles it to a function, in one walk.

import { compileList, compileMap } from './list-and-map-literals.ts'
import { callCost } from './call-cost.ts'
import type { CallArgument } from './cost-estimate.ts'
import { checkFormat } from './format-check.ts'
import { convertDeeply } from './convert-deeply.ts'
import { standardFunctions } from './standard-functions.ts'
import { isConstantCast } from './cast-functions.ts'
import { compileConditional, compileLogical } from './logical-operators.ts'
import { isMacro, compileMacro } from './macros.ts'
import { compileMessage } from './messages.ts'
import { checkRegexLiteral } from './regex-literals.ts'
import { operators } from './operators.ts'
import type { Budget, Overload } from './overloads.ts'
import type { CompiledExpression, Scope } from './scope.ts'
import { overloadsForListType } from './unordered-lists.ts'
import { compileIndex, compileSelect } from './select-and-index.ts'
import {
  unionOfEntries,
  exactSize,
  itemSizeEstimator,
  type Size,
  sizeOfTyped,
  sizeOf,
} from './size-estimates.ts'
import { CelCompileError, dottedName, type Expression, type Literal } from './expression.ts'
import { type StepCount, runtimeCost } from './runtime-cost.ts'
import { nameableTypes, celTypeName, celTypeOf } from './type-names.ts'
import {
  dynConverted,
  bool,
  type CelType,
  dyn,
  isAssignable,
  typeText,
  typeParameter,
  substituteType,
  string,
} from './cel-type.ts'
import { CelRuntimeError, toCelValue, Optional, TypeValue, Unsigned, checkInt64 } from './values.ts'
import { evaluateStrictly } from './resumable-evaluation.ts'

const byName = new Map<string, Overload[]>()
for (const one of [...operators, ...standardFunctions]) {
  byName.set(one.name, [...(byName.get(one.name) ?? []), one])
}

/** Compiles an expression. @throws CelCompileError if it is invalid */
export function compileExpression(expression: Expression, scope: Scope): CompiledExpression {
  switch (expression.is) {
    case 'literal':
      return literal(expression.value)
    case 'name':
      return name(expression, scope)
    case 'select':
      return (
        dottedVariable(expression, scope) ??
        typeNamed(expression, scope) ??
        compileSelect(expression, scope, compileExpression)
      )
    case 'index':
      return compileIndex(expression, scope, compileExpression)
    case 'list':
      return compileList(expression, scope, compileExpression)
    case 'map':
      return compileMap(expression, scope, compileExpression)
    case 'message':
      return compileMessage(expression, scope, compileExpression)
    case 'call':
      if (isMacro(expression)) return compileMacro(expression, scope, compileExpression)
      return call(expression, scope)
  }
}

function literal(value: Literal): CompiledExpression {
  const [type, constant] = typed(value)
  return {
    type,
    run: () => constant,
    cost: 0,
    size: lengthOf(value),
    literal: value,
    isConstant: true,
  }
}

function lengthOf(value: Literal): Size {
  if (typeof value === 'string') return exactSize([...value].length)
  return exactSize(Buffer.isBuffer(value) ? value.length : 1)
}

function typed(value: Literal): [CelType, unknown] {
  if (typeof value === 'bigint') return [{ is: 'int' }, checkInt64(value)]
  if (typeof value === 'number') return [{ is: 'double' }, value]
  if (typeof value === 'string') return [string, value]
  if (typeof value === 'boolean') return [bool, value]
  if (value === null) return [{ is: 'null' }, null]
  if (Buffer.isBuffer(value)) return [{ is: 'bytes' }, value]
  return [{ is: 'uint' }, new Unsigned(value.unsigned)]
}

function name(
  { name: text, offset }: Extract<Expression, { is: 'name' }>,
  scope: Scope,
): CompiledExpression {
  const variable = scope.names.get(text)
  if (variable) {
    scope.used.add(text)
    const { place, type } = variable
    const run: CompiledExpression['run'] = (frame, budget) => {
      budget.spend(1)
      return frame[place]
    }
    return { type, ...sizeOfTyped(scope.root, type, variable), run, cost: 1 }
  }
  const named = typeNamed({ is: 'name', name: text, offset }, scope)
  if (named) return named
  throw new CelCompileError(`undeclared reference to '${text}' (in container '')`, offset)
}

/** Resolves the name of a variable that contains dots. */
function dottedVariable(
  expression: Extract<Expression, { is: 'select' }>,
  scope: Scope,
): CompiledExpression | undefined {
  if (!scope.hasDottedNames) return undefined
  const text = dottedName(expression)
  if (text === undefined || !scope.names.has(text)) return undefined
  return name({ is: 'name', name: text, offset: expression.offset }, scope)
}

/** Resolves the name of a type, which may contain dots. */
function typeNamed(expression: Expression, scope: Scope): CompiledExpression | undefined {
  const text = dottedName(expression)
  if (text === undefined || scope.names.has(text.split('.')[0] ?? '')) return undefined
  if (!nameableTypes.has(text)) return undefined
  const value = new TypeValue(text)
  const type = { is: 'type' }
  return { type, ...sizeOfTyped(scope.root, type, { path: [text] }), run: () => value, cost: 1 }
}

type Call = Extract<Expression, { is: 'call' }>

function call(expression: Call, scope: Scope): CompiledExpression {
  const { name: called, of, with: given, offset } = expression
  if (called === '_&&_' || called === '_||_')
    return compileLogical(called, given, scope, compileExpression)
  if (called === '_?_:_') return compileConditional(given, scope, compileExpression)
  const isStatic = of?.is === 'name' && !scope.names.has(of.name)
  const full = isStatic ? `${of.name}.${called}` : called
  const isKnown = scope.hasPatchTypes || !full.startsWith('jsonpatch.')
  const own = isStatic && isKnown ? byName.get(full) : undefined
  const receiver = of && !own ? [of] : []
  const candidates = (own ?? byName.get(called) ?? []).filter(
    one => one.isMember === receiver.length > 0,
  )
  if (candidates.length === 0) {
    throw new CelCompileError(`undeclared reference to '${called}' (in container '')`, offset)
  }
  const isFormat = called === 'format'
  const isDyn = called === 'dyn'
  // The arguments of `format` may have different types.
  const inner = isFormat ? { ...scope, takesMixed: true } : scope
  const compiled = [...receiver, ...given].map(arg => compileExpression(arg, inner))
  const args = isFormat || isDyn ? compiled.map(convertDeeply) : compiled
  if (isFormat && receiver.length > 0) checkFormat(args, given[0], inner, compileExpression)
  const { overloads, gives } = matchingOverloads(candidates, args, { called, offset })
  checkRegexLiteral(called, args, given)
  // As on the genuine server, a global call of `matches` has the fixed cost of one step.
  const rule = called === 'matches' && !of ? '' : own ? full : called
  const estimate = (values: readonly CallArgument[]) =>
    callCost(rule, values, itemSizeEstimator(scope.root))
  const { cost, size } = estimate(args)
  const [left, right] = args
  const isSum = called === '_+_'
  const entry = isSum ? unionOfEntries(left?.entry, right?.entry) : undefined
  const ordered = overloadsForListType(left?.type, called, overloads)
  const isComputed = gives.is === 'dyn' && arithmetic.has(called)
  const type = isDyn
    ? dynConverted
    : isComputed
      ? computed(args)
      : isSum && left
        ? summed(gives, left)
        : gives
  const act = convertedResult(
    type,
    running(ordered, { called: own ? full : called, args, steps: runtimeCost(rule, args) }),
  )
  return {
    type,
    ...sizeOfTyped(scope.root, type, { ...(size && { size }), ...(entry && { entry }) }),
    ...(size && { size }),
    ...(isDyn && left && { size: sizeOf(left), ...(left.entry && { entry: left.entry }) }),
    cost: args.reduce((total, arg) => total + arg.cost, cost),
    ...(isConstantCast(called) && args.every(arg => arg.isConstant)
      ? foldConstant(args, act, offset)
      : evaluateStrictly(args, act)),
  }
}

/** Evaluates a conversion of literals at compile time. @throws CelCompileError if it fails */
function foldConstant(
  args: readonly CompiledExpression[],
  act: Act,
  offset: number,
): Partial<CompiledExpression> & Pick<CompiledExpression, 'run'> {
  try {
    const value = evaluateStrictly(args, act).run([], { spend: () => {} })
    return { run: () => value, isConstant: true }
  } catch (error) {
    if (!(error instanceof CelRuntimeError)) throw error
    throw new CelCompileError(error.message, offset)
  }
}

/** A function of the argument values. */
type Act = (values: readonly unknown[], budget: Budget) => unknown

/** The sum with a set is a set. */
const summed = (gives: CelType, { type }: CompiledExpression): CelType =>
  type.order ? type : gives

type Named = { readonly called: string; readonly offset: number }

function matchingOverloads(
  candidates: readonly Overload[],
  args: readonly CompiledExpression[],
  { called, offset }: Named,
) {
  const matching = candidates.flatMap(overload => {
    const bound = new Map<string, CelType>()
    const isMatch =
      overload.takes.length === args.length &&
      overload.takes.every((wanted, index) => isAssignable(args[index]?.type ?? dyn, wanted, bound))
    return isMatch ? [{ overload, gives: substituteType(overload.gives, bound) }] : []
  })
  const [first] = matching
  if (!first) {
    const shown = args.map(({ type }) => typeText(type))
    const receiver = candidates.some(({ isMember }) => isMember) ? `${shown.shift()}.` : ''
    throw new CelCompileError(
      `found no matching overload for '${called}' applied to '${receiver}(${shown.join(', ')})'`,
      offset,
    )
  }
  const isOne = matching.every(({ gives }) => typeText(gives) === typeText(first.gives))
  return { overloads: matching.map(({ overload }) => overload), gives: isOne ? first.gives : dyn }
}

/** Converts the result of a call. Items of lists are converted when they are read. */
function convertedResult(type: CelType, act: Act): Act {
  if (type.is === 'dyn' || type.is === 'list' || type.is === 'bool') return act
  const inner = type.is === 'optional' ? typeParameter(type) : undefined
  return (values, budget) => {
    const value = act(values, budget)
    if (!inner) return toCelValue(value, type)
    return value instanceof Optional ? new Optional(toCelValue(value.value, inner)) : value
  }
}

const arithmetic = new Set(['_+_', '_-_', '-_', '_*_', '_/_', '_%_'])

/** The type of a number that is computed from values of unknown types: it is a CEL value. */
const computed = (args: readonly CompiledExpression[]): CelType => ({
  ...(args.find(({ type }) => type.hasDoubles)?.type ?? dyn),
  isMade: true,
})

type Running = {
  readonly called: string
  readonly args: readonly CompiledExpression[]
  readonly steps: StepCount
}

/** Selects the overload at run time, by the types of the values. */
function running(overloads: readonly Overload[], { called, args, steps }: Running): Act {
  const [first] = overloads
  const types = args.map(({ type }) => (type.is === 'dyn' ? type : dynConverted))
  const isOpen = args.some(({ type }) => type.is === 'dyn')
  return (values, budget) => {
    budget.spend(steps(values))
    // The type of a `dyn` value is known only now.
    const adapted = isOpen
      ? values.map((value, index) => toCelValue(value, types[index] ?? dyn))
      : values
    if (first && overloads.length === 1 && !isOpen) return first.run(adapted, budget)
    for (const overload of overloads) {
      if (!overload.takes.every((wanted, index) => isValueOf(adapted[index], wanted))) continue
      return overload.run(adapted, budget)
    }
    throw noOverload(called, adapted)
  }
}

// For operators and these functions, the genuine server looks up the implementation by the first
// value only, so its message has no types.
const ofFirst: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'contains', 'matches'])

function noOverload(called: string, values: readonly unknown[]): CelRuntimeError {
  if (ofFirst.has(called) || !/^[a-z.]+$/i.test(called))
    return new CelRuntimeError('no such overload')
  const types = called === 'size' ? '' : `(${values.map(celTypeName).join(', ')})`
  return new CelRuntimeError(`no such overload: ${called}${types}`)
}

const isValueOf = (value: unknown, { is }: CelType): boolean =>
  is === 'dyn' || is.length === 1 || celTypeOf(value) === is
