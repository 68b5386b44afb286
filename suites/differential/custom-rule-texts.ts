// Rules of which a genuine server and the reference must say the same: what they cost, that they make
// no sense, and what they say of an object. A line begins with how often a rule may run so that it is
// a little too dear, and its cost is told; or with `endless`, or with `never`.

import { readFileSync } from 'node:fs'

const lines = readFileSync(new URL('custom-rules.data.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const)

const markedBy = (mark: string): string[] =>
  lines.filter(([one]) => one === mark).map(([, rule]) => rule)

export const validRules: readonly (readonly [rule: string, times: number])[] = lines
  .filter(([mark]) => /^\d+$/.test(mark))
  .map(([times, rule]) => [rule, Number(times)] as const)

/** Of things of unknown length: too dear however seldom they run. */
export const unboundedRules: readonly string[] = markedBy('endless')

export const invalidRules: readonly string[] = markedBy('never')
