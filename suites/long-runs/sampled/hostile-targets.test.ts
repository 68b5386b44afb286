// Every hostile target with a sample of the checks, and with the checks that the change touches.
// `npm run nightly` runs all checks.

import { describe, expect, test } from 'vitest'
import {
  hostileTargetChecks,
  hostileTargets,
  hostileTargetProblems,
} from '../../robustness/hostile-targets.ts'
import { changedFiles, touchedBy } from './changed-files.ts'
import { sampleAndTouched, sampleSeed, seedVariable } from './sample.ts'

const seed = sampleSeed()
const touched = touchedBy(changedFiles())
const all = hostileTargetChecks()
const checks = sampleAndTouched(all, check => touched.checks.has(check), {
  seed,
  nameOf: ({ id }) => id,
  count: 60,
  touchedMax: 30,
})

describe(`hostile targets, ${seedVariable}=${seed}`, () => {
  test('checks are chosen', ({ task }) => {
    task.meta.sample = [
      `${checks.chosen.length} of ${all.length} checks on ${hostileTargets.length} hostile targets`,
      `with ${checks.touchedRun} of ${checks.touched} that the change touched`,
    ].join(', ')
    expect(checks.chosen.length).toBeGreaterThanOrEqual(60)
  })
  test.each(hostileTargets.map(one => [one.name, one] as const))(
    'the verdicts are right when %s',
    { timeout: 300_000 },
    async (_, one) => expect(await hostileTargetProblems(one, checks.chosen)).toEqual([]),
  )
})
