// Compiles access to members of objects and to elements of maps and lists.

import type { CompiledExpression, Scope } from './scope.ts'
import { CelCompileError, type Expression } from './expression.ts'
import { exactSize, sizeOfTyped } from './size-estimates.ts'
import {
  bool,
  type CelType,
  dyn,
  isAssignable,
  type ObjectMember,
  typeText,
  optionalOf,
  typeParameter,
} from './cel-type.ts'
import {
  CelRuntimeError,
  toCelValue,
  mapEntriesOf,
  MessageValue,
  isPlainObject,
  Optional,
} from './values.ts'
import { LazyVariables } from './lazy-variables.ts'
import { evaluateStrictly, resumable } from './resumable-evaluation.ts'

export type CompileExpression = (expression: Expression, scope: Scope) => CompiledExpression

/** The types of the messages of patches. Their members have no declared types. */
const isMessageType = ({ is }: CelType): boolean => /^(JSONPatch|Object(\..*)?)$/.test(is)

type Found = { readonly type: CelType; readonly read: (value: unknown) => unknown }

/** Returns how a member of a type is read, or undefined if there is none. */
function memberOf(type: CelType, name: string): Found | undefined {
  if (type.is === 'object') {
    const member = type.members?.get(name) ?? keywordMember(type, name)
    if (!member) return undefined
    return { type: member.type, read: value => own(value, member.name, member.type) }
  }
  if (type.is === 'map') {
    const inner = typeParameter(type, 1)
    return { type: inner, read: value => own(value, name, inner) }
  }
  if (type.is !== 'dyn' && !isMessageType(type)) return undefined
  const inner = typeParameter(type)
  return { type: inner, read: value => own(value, name, inner) }
}

/**
 * A member whose name is a reserved word can also be accessed by that name. The size of its value
 * is then unknown.
 */
function keywordMember({ members }: CelType, name: string): ObjectMember | undefined {
  const member = members?.get(`__${name}__`)
  return member?.name === name ? member : undefined
}

/** Returns the value under a name, or undefined if there is none. */
function own(value: unknown, name: unknown, type: CelType): unknown {
  if (value instanceof LazyVariables) return value.get(String(name))
  if (value instanceof MessageValue) return value.fields.get(String(name))
  if (value instanceof Map) return toCelValue(value.get(name), type)
  if (typeof name !== 'string' || !isPlainObject(value)) return undefined
  return Object.hasOwn(value, name) ? toCelValue(value[name], type) : undefined
}

/** Compiles `a.b` and `a.?b`. @throws CelCompileError */
export function compileSelect(
  { of, name, isOptional, offset }: Extract<Expression, { is: 'select' }>,
  scope: Scope,
  compile: CompileExpression,
): CompiledExpression {
  const object = compile(of, scope)
  const isWrapped = object.type.is === 'optional'
  const found = memberOf(isWrapped ? typeParameter(object.type) : object.type, name)
  if (!found) {
    const isOpen = object.type.is === 'object'
    throw new CelCompileError(
      isOpen
        ? `undefined field '${name}'`
        : `type '${typeText(object.type)}' does not support field selection`,
      offset,
    )
  }
  if (object.type.isLazy && !isOptional) return compileLazySelect(object, found.type, name)
  if (!isOptional && !isWrapped) {
    const isCounted = object.type.is === 'object' || object.type.is === 'map'
    return {
      type: found.type,
      ...sizeOfTyped(scope.root, found.type, { path: [...(object.path ?? []), name] }),
      cost: object.cost + (isCounted ? 1 : 0),
      ...evaluateStrictly([object], ([value], budget) => {
        budget.spend(1)
        return there(found.read(value), name)
      }),
    }
  }
  const type = optionalOf(found.type)
  return {
    type,
    ...sizeOfTyped(scope.root, type, isOptional ? {} : { path: [...(object.path ?? []), name] }),
    cost: object.cost + (isOptional ? 1 : 0),
    ...evaluateStrictly([object], ([value], budget) => {
      budget.spend(1)
      const inner = value instanceof Optional ? value.value : value
      return new Optional(inner === undefined ? undefined : (found.read(inner) ?? undefined))
    }),
  }
}

/** Compiles access to a variable that is evaluated when it is first read. */
const compileLazySelect = (
  object: CompiledExpression,
  type: CelType,
  name: string,
): CompiledExpression => ({
  type,
  path: [],
  cost: object.cost + 1,
  ...resumable(function* (frame, budget) {
    const variables = object.run(frame, budget)
    budget.spend(1)
    if (!(variables instanceof LazyVariables)) throw new CelRuntimeError('no such overload')
    return there(yield* variables.walk(name, budget.isDue), name)
  }),
})

const there = (value: unknown, name: unknown): unknown => {
  if (value === undefined) throw new CelRuntimeError(`no such key: ${String(name)}`)
  return value
}

/** Compiles `a[b]` and `a[?b]`. @throws CelCompileError */
export function compileIndex(
  { of, by, isOptional, offset }: Extract<Expression, { is: 'index' }>,
  scope: Scope,
  compile: CompileExpression,
): CompiledExpression {
  const [holder, key] = [compile(of, scope), compile(by, scope)]
  const isWrapped = holder.type.is === 'optional'
  const type = isWrapped ? typeParameter(holder.type) : holder.type
  const wanted = type.is === 'map' ? typeParameter(type) : type.is === 'list' ? { is: 'int' } : dyn
  const isHolder = ['map', 'list', 'dyn'].includes(type.is)
  if (!isHolder || !isAssignable(key.type, wanted, new Map())) {
    const shown = `${typeText(holder.type)}, ${typeText(key.type)}`
    throw new CelCompileError(
      `found no matching overload for '_[_]' applied to '(${shown})'`,
      offset,
    )
  }
  const inner = typeParameter(type, type.is === 'map' ? 1 : 0)
  const read = (value: unknown, index: unknown): unknown => {
    if (!Array.isArray(value)) return own(value, index, inner)
    return typeof index === 'bigint' ? toCelValue(value[Number(index)], inner) : undefined
  }
  const given = isOptional || isWrapped ? optionalOf(inner) : inner
  const step = type.is === 'map' ? '@values' : '@items'
  const reached = sizeOfTyped(scope.root, given, { path: [...(holder.path ?? []), step] })
  const { value: size } = holder.entry ?? {}
  return {
    type: given,
    ...(isOptional || isWrapped ? sizeOfTyped(scope.root, given, {}) : reached),
    ...(size && !isOptional && !isWrapped && { size }),
    cost: holder.cost + key.cost + 1,
    ...evaluateStrictly([holder, key], ([value, index], budget) => {
      budget.spend(1)
      if (isOptional || isWrapped) {
        const held = value instanceof Optional ? value.value : value
        return new Optional(held === undefined ? undefined : read(held, index))
      }
      const found = read(value, index)
      if (found === undefined && Array.isArray(value)) {
        throw new CelRuntimeError(`index out of bounds: ${String(index)}`)
      }
      return there(found, index)
    }),
  }
}

/** Compiles `has()`, which tests whether a member is present. */
export function compileHas(
  given: Expression | undefined,
  scope: Scope,
  compile: CompileExpression,
): CompiledExpression {
  if (given?.is !== 'select')
    throw new CelCompileError('invalid argument to has() macro', given?.offset ?? 0)
  const object = compile(given.of, scope)
  const isWrapped = object.type.is === 'optional'
  const found = memberOf(isWrapped ? typeParameter(object.type) : object.type, given.name)
  if (!found) throw new CelCompileError(`undefined field '${given.name}'`, given.offset)
  return {
    type: bool,
    size: exactSize(1),
    cost: object.cost,
    ...evaluateStrictly([object], ([value], budget) => {
      budget.spend(1)
      const inner = value instanceof Optional ? value.value : value
      return found.read(inner) !== undefined
    }),
  }
}

/** Returns the items of a list, or the keys of a map. */
export function iterationRange(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const entries = mapEntriesOf(value)
  if (!entries) throw new CelRuntimeError('no such overload')
  return [...entries.keys()]
}
