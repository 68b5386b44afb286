// Rules that compare the items of a list take linear time. Pairwise comparison took some twenty
// seconds here.

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
  // CPU time of this process, so that other processes do not count.
  const start = process.cpuUsage()

  // A function rule accepts the declared value type, which its TypeScript type does not express.
  const reported = [...faults(value as never, undefined as never)]

  expect(reported).toHaveLength(count)
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(4000)
})
