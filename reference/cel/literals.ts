// What is written out is judged when a rule is made, and not when it runs.

import { regularFault } from '../custom/regular.ts'
import type { Argument } from './estimate.ts'
import { CelFault, type Expression } from './syntax.ts'
import { CelError, durationIn, Timestamp } from './values.ts'

const isRegular = (text: string): boolean => regularFault(text) === undefined

const checks: { readonly [called: string]: { at: number; holds: (text: string) => boolean } } = {
  duration: { at: 0, holds: text => isMade(() => durationIn(text)) },
  timestamp: { at: 0, holds: text => isMade(() => new Timestamp(Date.parse(text))) },
  matches: { at: 1, holds: isRegular },
  find: { at: 1, holds: isRegular },
  findAll: { at: 1, holds: isRegular },
}

function isMade(make: () => unknown): boolean {
  try {
    make()
    return true
  } catch (error) {
    if (!(error instanceof CelError)) throw error
    return false
  }
}

/** Whether an argument that is written out can be what the function takes. @throws CelFault */
export function checkLiteral(
  called: string,
  args: readonly Argument[],
  given: readonly Expression[],
): void {
  const check = Object.hasOwn(checks, called) ? checks[called] : undefined
  const { literal } = (check && args[check.at]) ?? {}
  if (!check || typeof literal !== 'string' || check.holds(literal)) return
  throw new CelFault(`invalid ${called} argument`, given.at(-1)?.at ?? 0)
}
