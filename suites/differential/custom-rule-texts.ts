// Reads the CEL rules of custom-rules.data.txt, one per line. Their estimated costs, their compile
// errors and their results on objects are compared with a genuine server. Each line starts with a
// mark: a number of runs at which the rule slightly exceeds the cost limit, so that the error names
// its cost; or `endless`, if its cost is unbounded; or `never`, if the rule is invalid.

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

/** Rules over values of unbounded length. They exceed the cost limit even if they run once. */
export const unboundedRules: readonly string[] = markedBy('endless')

export const invalidRules: readonly string[] = markedBy('never')
