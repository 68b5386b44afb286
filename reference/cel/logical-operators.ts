// Compiles operators that need not evaluate all operands.

import { unionOfSizes, unionOfEntries, exactSize, sizeOf } from './size-estimates.ts'
import type { CompiledExpression, Scope } from './scope.ts'
import type { CompileExpression } from './select-and-index.ts'
import { CelCompileError, type Expression } from './expression.ts'
import { bool, type CelType, isAssignable, typeText } from './cel-type.ts'
import { CelRuntimeError } from './values.ts'
import { evaluateLazily } from './resumable-evaluation.ts'

/** One decisive operand is enough, even if the other fails. */
export function compileLogical(
  called: string,
  given: readonly Expression[],
  scope: Scope,
  compile: CompileExpression,
): CompiledExpression {
  const sides = given.map(side => {
    const made = compile(side, scope)
    if (made.type.is === 'bool' || made.type.is === 'dyn') return made
    const shown = `bool, ${typeText(made.type)}`
    throw new CelCompileError(
      `found no matching overload for '${called}' applied to '(${shown})'`,
      side.offset,
    )
  })
  const decisive = called === '_||_'
  return {
    type: bool,
    size: exactSize(1),
    cost: sides.reduce((total, side) => total + side.cost, 0),
    ...evaluateLazily(sides, function* (frame, budget) {
      let failure: unknown
      for (const side of sides) {
        try {
          const value = side.walk ? yield* side.walk(frame, budget) : side.run(frame, budget)
          if (typeof value !== 'boolean') throw new CelRuntimeError('no such overload')
          if (value === decisive) return decisive
        } catch (error) {
          // An exceeded step limit is not ignored.
          if (
            !(error instanceof CelRuntimeError) ||
            error.message.startsWith('operation cancelled')
          )
            throw error
          failure ??= error
        }
      }
      if (failure) throw failure
      return !decisive
    }),
  }
}

/** Compiles `a ? b : c`, which evaluates one branch. @throws CelCompileError */
export function compileConditional(
  given: readonly Expression[],
  scope: Scope,
  compile: CompileExpression,
): CompiledExpression {
  const [condition, yes, no] = given.map(one => compile(one, scope))
  if (!condition || !yes || !no) throw new CelCompileError('Syntax error: incomplete condition', 0)
  const isJudged = condition.type.is === 'bool' || condition.type.is === 'dyn'
  const bound = new Map<string, CelType>()
  if (
    !isJudged ||
    !(isAssignable(no.type, yes.type, bound) || isAssignable(yes.type, no.type, bound))
  ) {
    const shown = [condition, yes, no].map(({ type }) => typeText(type)).join(', ')
    throw new CelCompileError(
      `found no matching overload for '_?_:_' applied to '(${shown})'`,
      given[0]?.offset ?? 0,
    )
  }
  const entry = unionOfEntries(yes.entry, no.entry)
  return {
    type: no.type.is === 'dyn' || yes.type.is === 'null' ? no.type : yes.type,
    size: unionOfSizes(sizeOf(yes), sizeOf(no)),
    ...(entry && { entry }),
    cost: condition.cost + Math.max(yes.cost, no.cost),
    ...evaluateLazily([condition, yes, no], function* (frame, budget) {
      const holds = condition.walk
        ? yield* condition.walk(frame, budget)
        : condition.run(frame, budget)
      if (typeof holds !== 'boolean') throw new CelRuntimeError('no such overload')
      const chosen = holds ? yes : no
      return chosen.walk ? yield* chosen.walk(frame, budget) : chosen.run(frame, budget)
    }),
  }
}
