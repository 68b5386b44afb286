// A regular expression that is written out is judged when a rule is made, and not when it runs.

import { regularFault } from '../crd/regular.ts'
import type { Argument } from './estimate.ts'
import { CelFault, type Expression } from './syntax.ts'

const searches: ReadonlySet<string> = new Set(['matches', 'find', 'findAll'])

/** Whether an argument that is written out can be what the function takes. @throws CelFault */
export function checkLiteral(
  called: string,
  [, pattern]: readonly Argument[],
  given: readonly Expression[],
): void {
  const { literal } = (searches.has(called) && pattern) || {}
  if (typeof literal !== 'string' || regularFault(literal) === undefined) return
  throw new CelFault(`invalid ${called} argument`, given.at(-1)?.at ?? 0)
}
