// No check fails a lawful server, and none falls silent on it unless the variant says so. Whole runs
// one after another take their time, so each dialect has a test file of its own.

import { expect, test } from 'vitest'
import type { DialectName } from '../../fixtures/dialects/dialect.ts'
import { variants } from '../../fixtures/generated/variants.ts'
import { referenceTarget } from '../../fixtures/targets/reference.ts'
import { departed } from '../attempt.ts'
import { run } from '../run.ts'
import { checksOn } from '../select.ts'
import type { Verdict } from '../verdict.ts'

/** Defines one test for every lawful variant that speaks the dialect. */
export const testVariants = (dialect: DialectName): void => {
  const speaking = variants.filter(({ dialects = ['cluster'] }) => dialects.includes(dialect))
  test.each(speaking)('no check fails on $name', { timeout: 600_000 }, async variant => {
    const { silences = [], passesMin } = variant
    const target = await referenceTarget({ ...variant, dialect, name: `variant:${variant.name}` })
    const options = {
      seed: 1,
      runs: 5,
      concurrency: 16,
      checkMs: 120_000,
      caseMs: 60_000,
      shrinkMs: 5_000,
      signal: new AbortController().signal,
    }
    const checks = checksOn(variant, dialect)
    const { verdicts } = await run(checks, target, options).finally(target.close)

    expect(wordsOf(verdicts, ['fail', 'flaky', 'error'])).toEqual([])
    const silent = wordsOf(
      verdicts.filter(({ id, because }) => !silences.includes(id) && because !== departed),
      ['inconclusive', 'inapplicable'],
    )
    const passes = verdicts.filter(({ verdict }) => verdict === 'pass').length
    if (passesMin === undefined) expect(silent).toEqual([])
    else expect(passes).toBeGreaterThanOrEqual(passesMin)
  })
}

const wordsOf = (verdicts: Verdict[], among: Verdict['verdict'][]): string[] =>
  verdicts
    .filter(({ verdict }) => among.includes(verdict))
    .map(({ id, verdict, because }) => `${id} ${verdict}: ${because}`)
