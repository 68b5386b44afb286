// Checks literal regular expressions at compile time rather than at run time.

import { regexFault } from './client-regex.ts'
import type { CallArgument } from './cost-estimate.ts'
import { CelCompileError, type Expression } from './expression.ts'

const searches: ReadonlySet<string> = new Set(['matches', 'find', 'findAll'])

/**
 * Checks that a literal argument is a valid expression for the function. @throws CelCompileError
 */
export function checkRegexLiteral(
  called: string,
  [, pattern]: readonly CallArgument[],
  given: readonly Expression[],
): void {
  const { literal } = (searches.has(called) && pattern) || {}
  if (typeof literal !== 'string' || regexFault(literal) === undefined) return
  throw new CelCompileError(`invalid ${called} argument`, given.at(-1)?.offset ?? 0)
}
