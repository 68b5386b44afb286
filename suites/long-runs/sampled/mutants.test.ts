// Proves a sample of mutants, and those that the change touches. A committed proof covers the
// sources of checks and mutants, but the reference may have changed since. One scenario seed shows
// that. `npm run nightly` proves all of them with three.

import { describe, expect, test } from 'vitest'
import { mutants } from '../../../fixtures/generated/mutants.ts'
import { checks } from '../../generated/checks.ts'
import { proofSeeds, prove } from '../../proofs/prove.ts'
import { changedFiles, touchedBy } from './changed-files.ts'
import { sampleAndTouched, sampleSeed, seedVariable } from './sample.ts'

const seed = sampleSeed()
const chosen = sampleAndTouched(mutants, touchedBy(changedFiles()).isMutant, {
  seed,
  nameOf: ({ name }) => name,
  count: 12,
  touchedMax: 24,
})

describe(`mutants, ${seedVariable}=${seed}`, () => {
  test('some are chosen', ({ task }) => {
    task.meta.sample = [
      `${chosen.chosen.length} of ${mutants.length} mutants`,
      `with ${chosen.touchedRun} of ${chosen.touched} that the change touched`,
    ].join(', ')
    expect(chosen.chosen.length).toBeGreaterThanOrEqual(12)
  })
  // A proof spends most of its time waiting.
  test.concurrent.each(chosen.chosen)(
    '$name is killed by its checks alone',
    { timeout: 300_000 },
    async mutant => {
      const { signal } = new AbortController()
      const { survived, disturbed } = await prove(mutant, checks, signal, proofSeeds.slice(0, 1))
      expect({ survived, disturbed }).toEqual({ survived: [], disturbed: [] })
    },
  )
})
