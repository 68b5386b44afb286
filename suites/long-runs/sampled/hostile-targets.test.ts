// Every hostile target, each with its own sample of the checks, with its witnesses, and with a
// sample of the checks that the change touches. `npm run nightly` runs all checks.

import { describe, expect, test } from 'vitest'
import {
  hostileTargetChecks,
  hostileTargets,
  hostileTargetProblems,
} from '../../robustness/hostile-targets.ts'
import type { Check } from '../../check.ts'
import { changedFiles, touchedBy } from './changed-files.ts'
import { sampleAndTouched, sampleSeed, seedVariable } from './sample.ts'

const seed = sampleSeed()
const touched = touchedBy(changedFiles())
const all = hostileTargetChecks()
const samples = hostileTargets.map(one => {
  const nameOf = ({ id }: Check) => `${one.name} ${id}`
  // A target that loses some answers is fast.
  const count = one.never.includes('fail') ? 8 : 4
  const limits = { seed, nameOf, count, touchedMax: 10 }
  const sample = sampleAndTouched(all, check => touched.checks.has(check), limits)
  const witnesses = all.filter(({ id }) => one.witnesses.has(id))
  return { one, ...sample, chosen: [...new Set([...sample.chosen, ...witnesses])] }
})
const chosen = new Set(samples.flatMap(sample => sample.chosen))

describe(`hostile targets, ${seedVariable}=${seed}`, () => {
  test('checks are chosen', ({ task }) => {
    task.meta.sample = [
      `${chosen.size} of ${all.length} checks on ${hostileTargets.length} hostile targets`,
      `with up to ${Math.max(...samples.map(one => one.touchedRun))} on each of the ${touched.checks.size} that the change touched`,
    ].join(', ')
    expect(chosen.size).toBeGreaterThanOrEqual(30)
  })
  test.each(samples.map(sample => [sample.one.name, sample] as const))(
    'the verdicts are right when %s',
    { timeout: 300_000 },
    async (_, sample) => expect(await hostileTargetProblems(sample.one, sample.chosen)).toEqual([]),
  )
})
