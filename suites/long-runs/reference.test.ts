// Certifies the reference in one dialect, with as many scenarios per property as a claim requires.
// The commit decides which dialect it is; in the other one a lawful variant is run. The nightly run
// certifies the reference in both.

import { expect, test } from 'vitest'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import { certify } from '../certify.ts'
import { isInSet, requirement, rowsFor } from '../select/select.ts'
import { scenariosForConformance, resultOf } from '../verdict.ts'
import { certifiedDialect, sampleSeed, seedVariable } from './sampled/sample.ts'
import { withSecondLook } from './second-look.ts'

const seed = sampleSeed()
const dialect = certifiedDialect(seed)

test(`conforms in the ${dialect} dialect, ${seedVariable}=${seed}`, {
  timeout: 2_400_000,
}, async () => {
  const target = await referenceTarget({ dialect })
  const options = {
    seed: 1,
    scenarios: scenariosForConformance,
    concurrency: 4,
    slow: false,
    signal: new AbortController().signal,
    onVerdict: () => {},
    onHistory: () => {},
  }
  const verdicts = await withSecondLook(async (ids = []) => {
    const selection = { sections: [], ids: [...ids] }
    return (await certify(target, { ...options, selection })).verdicts
  }).finally(target.close)

  const wrong = verdicts.filter(
    ({ verdict }) => !['pass', 'observed', 'inapplicable'].includes(verdict),
  )
  expect(wrong.map(({ id, verdict, because }) => `${id} ${verdict}: ${because}`)).toEqual([])
  const judged = new Map(verdicts.map(one => [one.id as string, one]))
  const rows = rowsFor(dialect).map(row => ({
    ...(judged.get(row.id) ?? { verdict: 'untested' as const }),
    strength: row.strength,
    inSet: isInSet(row),
  }))
  expect(resultOf(rows, { filtered: false, scenarios: options.scenarios })).toBe('conformant')
  const silentJudged = verdicts.filter(
    ({ id, verdict }) =>
      requirement(id).strength === 'silent' && verdict !== 'observed' && verdict !== 'inapplicable',
  )
  expect(silentJudged).toEqual([])
})
