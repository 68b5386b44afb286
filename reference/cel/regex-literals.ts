// A regular expression that is written out is judged when a rule is made, and not when it runs.

import { regexFault } from './client-regex.ts'
import type { CallArgument } from './cost-estimate.ts'
import { CelCompileError, type Expression } from './expression.ts'

const searches: ReadonlySet<string> = new Set(['matches', 'find', 'findAll'])

/** Whether an argument that is written out can be what the function takes. @throws CelCompileError */
export function checkRegexLiteral(
  called: string,
  [, pattern]: readonly CallArgument[],
  given: readonly Expression[],
): void {
  const { literal } = (searches.has(called) && pattern) || {}
  if (typeof literal !== 'string' || regexFault(literal) === undefined) return
  throw new CelCompileError(`invalid ${called} argument`, given.at(-1)?.at ?? 0)
}
