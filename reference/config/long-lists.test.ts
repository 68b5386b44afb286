// Files may be long: what compares the items of a list takes no longer for each of them. Comparing
// each with each took some twenty seconds here.

import { expect, test } from 'vitest'
import { patternsDoNotOverlap as noSharedPattern } from './audit/resource-patterns.ts'
import {
  namesDoNotOverlap,
  entriesDoNotOverlap,
  namesAreReachable,
} from './encryption/resource-names.ts'
import type { FunctionRule } from './config-rules.ts'

const names = Array.from({ length: 60_000 }, (_, index) => `r${index}.g${index}`)
const wild = names.map(name => `*.${name}`)

test.each<[what: string, rule: FunctionRule, value: unknown, faults: number]>([
  ['patterns of an audit policy (AUDIT-050)', noSharedPattern, [...names, 'r7.g7/*', '*/*'], 1],
  ['names of one entry (ENCR-008)', namesDoNotOverlap, [...names, '*.g'], 0],
  [
    'wildcards of entries (ENCR-009)',
    entriesDoNotOverlap,
    wild.map(name => ({ resources: [name] })),
    0,
  ],
  ['names of entries', namesAreReachable, [{ resources: wild }, { resources: names }], 0],
])('%s', (_what, { faults }, value, count) => {
  // What others do at the same time does not count.
  const start = process.cpuUsage()

  // A function rule takes what it was declared for, which its type cannot say.
  const told = [...faults(value as never, undefined as never)]

  expect(told).toHaveLength(count)
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(4000)
})
