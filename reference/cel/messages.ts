// Compiles the construction of the messages that the expressions of mutating policies evaluate to:
// an `Object` with its parts, and the operations of a JSON patch.

import { type CelType, dyn, string, typeText } from './cel-type.ts'
import type { CompiledExpression, Scope } from './scope.ts'
import { CelCompileError, type Expression } from './expression.ts'
import { evaluateStrictly } from './resumable-evaluation.ts'
import type { CompileExpression } from './select-and-index.ts'
import { CelRuntimeError, MessageValue, Optional } from './values.ts'

const costOfMessage = 40

const patchFields: { readonly [name: string]: CelType } = {
  op: string,
  path: string,
  from: string,
  value: dyn,
}

/** @throws CelCompileError if there is no such type, or a field has another type */
export function compileMessage(
  { name, fields: written, optional, offset }: Extract<Expression, { is: 'message' }>,
  scope: Scope,
  compile: CompileExpression,
): CompiledExpression {
  const isPatch = name === 'JSONPatch'
  if (!scope.hasPatchTypes || !(isPatch || /^Object(\.|$)/.test(name)))
    throw new CelCompileError(`undeclared reference to '${name}' (in container '')`, offset)
  const values = written.map(([field, value], index) => {
    const compiled = compile(value, scope)
    const wanted = isPatch ? patchFields[field] : dyn
    if (!wanted) throw new CelCompileError(`undefined field '${field}'`, value.offset)
    const given = optional.has(index) ? dyn : compiled.type
    if (wanted.is === 'dyn' || given.is === 'dyn' || given.is === wanted.is) return compiled
    throw new CelCompileError(
      `expected type of field '${field}' is '${typeText(wanted)}' ` +
        `but provided type is '${typeText(given)}'`,
      value.offset,
    )
  })
  return {
    type: { is: name },
    cost: values.reduce((total, { cost }) => total + cost, costOfMessage),
    ...evaluateStrictly(values, (found, budget) => {
      budget.spend(costOfMessage)
      const fields = new Map<string, unknown>()
      for (const [index, [field]] of written.entries()) {
        const value = found[index]
        if (!optional.has(index)) fields.set(field, value)
        else if (!(value instanceof Optional)) throw new CelRuntimeError('no such overload')
        else if (value.isThere) fields.set(field, value.value)
      }
      return new MessageValue(name, fields)
    }),
  }
}
