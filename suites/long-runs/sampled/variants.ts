// Lawful variants: one with a sample of the checks, in the dialect in which the reference is not
// certified, whole runs of variants that the change touches, and on more variants the checks that
// it touches. `npm run nightly` runs every variant with all checks.

import { describe, expect, test } from 'vitest'
import type { DialectName } from '../../../fixtures/dialects/dialect.ts'
import type { Check } from '../../check.ts'
import { checksFor } from '../../select/select.ts'
import { variantRunName, variantRunProblems, variantRuns } from '../variant-runs.ts'
import type { VariantRun } from '../variant-runs.ts'
import { changedFiles, touchedBy } from './changed-files.ts'
import { certifiedDialect, sampleAndTouched, sampleOf, sampleSeed, seedVariable } from './sample.ts'

// A whole run takes 20 to 50 seconds, a run of a few checks one or two.
const limits = {
  touchedMax: 2,
  sampledChecks: 400,
  checksMax: 10,
  runsOfChecksMax: 12,
}

/** Defines a test for every chosen run of a variant in the dialect. */
export function testVariants(dialect: DialectName): void {
  const seed = sampleSeed()
  const runs = variantRuns.filter(one => one.dialect === dialect)
  const touched = touchedBy(changedFiles())
  const count = dialect === certifiedDialect(seed) ? 0 : 1
  const isTouched = ({ variant }: VariantRun) => touched.isVariant(variant)
  const { chosen, ...whole } = sampleAndTouched(runs, isTouched, {
    count,
    touchedMax: limits.touchedMax,
    seed,
    nameOf: variantRunName,
  })
  const ofDialect = checksFor(dialect, { sections: [], ids: [] })
  const sampled = new Set(
    sampleOf(ofDialect, limits.sampledChecks, { seed, nameOf: ({ id }) => id }),
  )
  const changed = ofDialect.filter(check => touched.checks.has(check))
  const checks = sampleOf(changed, limits.checksMax, { seed, nameOf: ({ id }) => id })
  const others = runs.filter(one => !chosen.includes(one))
  const most = checks.length === 0 ? 0 : limits.runsOfChecksMax
  const inPart = sampleOf(others, most, { seed, nameOf: variantRunName })

  describe(`lawful variants, ${seedVariable}=${seed}`, () => {
    test('some are chosen', ({ task }) => {
      task.meta.sample = [
        `${chosen.length} of ${runs.length} variants in the ${dialect} dialect`,
        `with ${whole.touchedRun} of ${whole.touched} that the change touched`,
        `${sampled.size} of ${ofDialect.length} checks on the one that it did not touch`,
        `${checks.length} of ${changed.length} checks that it touched on ${inPart.length} more`,
      ].join(', ')
      expect(chosen.length).toBeGreaterThanOrEqual(count)
    })
    test.each(named(chosen))('no check fails on %s', { timeout: 600_000 }, (_, one) =>
      expectNoProblems(one, isTouched(one) ? undefined : sampled),
    )
    test.each(named(inPart))(
      `none of ${checks.map(({ id }) => id).join(' ')} fails on %s`,
      { timeout: 300_000 },
      (_, one) => expectNoProblems(one, new Set(checks)),
    )
  })
}

const named = (runs: VariantRun[]): [string, VariantRun][] =>
  runs.map(one => [variantRunName(one), one])

async function expectNoProblems(one: VariantRun, checks?: ReadonlySet<Check>): Promise<void> {
  expect(await variantRunProblems(one, checks)).toEqual([])
}
