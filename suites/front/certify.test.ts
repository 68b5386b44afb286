// The same checks as `touchstone certify`, one vitest test each. TOUCHSTONE_TARGET names the
// target (a URL, or as on the command line); TOUCHSTONE_DIALECT, TOUCHSTONE_SEED and
// TOUCHSTONE_RUNS are the flags of the same names.

import { afterAll, beforeAll, describe, test } from 'vitest'
import { openTarget } from '../../fixtures/targets/open.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { release } from '../generated/catalogue.ts'
import { openBenches, verdictOf } from '../run.ts'
import type { Benches } from '../run.ts'
import { checksFor, requirement } from '../select.ts'

const {
  TOUCHSTONE_TARGET,
  TOUCHSTONE_DIALECT,
  TOUCHSTONE_SEED = '1',
  TOUCHSTONE_RUNS = '5',
} = process.env
const dialect = TOUCHSTONE_DIALECT === 'kubernetes' ? 'kubernetes' : 'cluster'

let target: Target
let lanes: Benches

beforeAll(async () => {
  target = await openTarget(TOUCHSTONE_TARGET, TOUCHSTONE_DIALECT ? { dialect } : {})
  lanes = await openBenches(target, 1)
})

afterAll(async () => {
  await lanes?.close()
  await target?.close()
})

for (const section of release.sections) {
  describe(section, () => {
    for (const check of checksFor(dialect, { sections: [section], ids: [] })) {
      test(`${check.id} ${requirement(check.id).title}`, { timeout: 120_000 }, async context => {
        const [bench] = lanes.benches
        if (!bench) throw new Error('a run needs a bench')
        const { signal } = new AbortController()
        const options = {
          seed: Number(TOUCHSTONE_SEED),
          runs: Number(TOUCHSTONE_RUNS),
          checkMs: 100_000,
          shrinkMs: 10_000,
          signal,
        }
        const verdict = await verdictOf(check, target, bench, options)
        const { id, because = '', failure } = verdict
        if (verdict.verdict === 'inapplicable' || verdict.verdict === 'observed')
          context.skip(`${verdict.verdict}: ${because}`)
        if (verdict.verdict !== 'pass')
          throw new Error(
            [`${id} ${verdict.verdict}: ${because}`, ...(failure?.steps ?? [])].join('\n  '),
          )
      })
    }
  })
}
