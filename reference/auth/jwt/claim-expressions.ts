// Evaluates CEL expressions over the claims of a token and over the user that results from them.

import { compileExpression } from '../../cel/compile-expression.ts'
import { convertDeeply } from '../../cel/convert-deeply.ts'
import { parseExpression } from '../../cel/parse-expression.ts'
import { scopeOf } from '../../cel/scope.ts'
import { CelRuntimeError } from '../../cel/values.ts'
import type { CelVariables } from '../../config/expressions.ts'

// As in genuine servers.
const stepsMax = 1_000_000

/** Returns the value of an expression. @throws Error if it has none */
export type Evaluate = (variable: unknown) => unknown

/**
 * Compiles an expression over one variable.
 * @throws CelCompileError; a valid configuration has no such expressions
 */
export function compileClaimExpression(source: string, variables: CelVariables): Evaluate {
  const compiled = convertDeeply(compileExpression(parseExpression(source), scopeOf(variables)))
  return variable => {
    let steps = 0
    const spend = (count: number) => {
      steps += count
      if (steps > stepsMax) throw new CelRuntimeError('the expression is too expensive')
    }
    return compiled.run([variable], { spend })
  }
}
