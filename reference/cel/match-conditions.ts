// Evaluates the match conditions of a webhook, which say whether it is called.

import { runInTurns } from './run-in-turns.ts'
import type { CompiledExpression, Frame } from './scope.ts'

// As in genuine servers: the steps of one expression, and of all conditions of a webhook.
const stepsOfExpressionMax = 1_000_000
const stepsOfWebhookMax = 2_500_000

/** Resolves to whether all conditions are true. Rejects with an Error if one has no value. */
export type MatchConditions = (frame: Frame) => Promise<boolean>

type Condition = { readonly source: string; readonly compiled: CompiledExpression | Error }

/**
 * Compiles conditions. A false condition decides, even if another one cannot be evaluated. One that
 * cannot be compiled fails when it is evaluated.
 */
export function compileMatchConditions(
  sources: readonly string[],
  compile: (source: string) => CompiledExpression,
): MatchConditions {
  const conditions = sources.map(source => compileCondition(source, compile))
  return async frame => {
    const faults: string[] = []
    let left = stepsOfWebhookMax
    for (const { source, compiled } of conditions) {
      try {
        if (compiled instanceof Error) throw compiled
        const stepsMax = Math.min(left, stepsOfExpressionMax)
        // An evaluation writes to its frame.
        const value = await runInTurns(
          compiled,
          [...frame],
          stepsMax,
          steps => void (left -= steps),
        )
        if (value === false) return false
        if (value !== true) throw new Error('expected a bool')
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        faults.push(`expression '${source}' resulted in error: ${reason}`)
      }
    }
    if (faults.length === 0) return true
    throw new Error(faults.length === 1 ? faults[0] : `[${faults.join(', ')}]`)
  }
}

function compileCondition(
  source: string,
  compile: (source: string) => CompiledExpression,
): Condition {
  try {
    return { source, compiled: compile(source) }
  } catch (error) {
    return { source, compiled: error instanceof Error ? error : new Error(String(error)) }
  }
}
