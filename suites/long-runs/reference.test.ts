// Certifies the reference: in one dialect with as many scenarios per property as a claim requires,
// in the other with a tenth of them. The commit decides which dialect is which.

import { expect, test } from 'vitest'
import type { DialectName } from '../../fixtures/dialects/dialect.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { certify } from '../certify.ts'
import { isInSet, requirement, rowsFor } from '../select/select.ts'
import { resultOf } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'
import { sampleOf, sampleSeed, seedVariable } from './sampled/sample.ts'

const everything = { sections: [], ids: [] }
const dialects: DialectName[] = ['cluster', 'kubernetes']
const seed = sampleSeed()
const [claimed] = sampleOf(dialects, 1, { seed, nameOf: name => name })

test.each(dialects)(
  `conforms in the %s dialect, ${seedVariable}=${seed}`,
  { timeout: 900_000 },
  async dialect => {
    const target = await referenceTarget({ dialect })
    const options = {
      selection: everything,
      seed: 1,
      runs: dialect === claimed ? 20 : 2,
      concurrency: 4,
      slow: false,
      signal: new AbortController().signal,
      onVerdict: () => {},
      onHistory: () => {},
    }
    const verdicts = await decidedVerdicts(target, options).finally(target.close)

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
    expect(resultOf(rows, { filtered: false, runs: options.runs })).toBe(
      dialect === claimed ? 'conformant' : 'partial',
    )
    const silentJudged = verdicts.filter(
      ({ id, verdict }) =>
        requirement(id).strength === 'silent' &&
        verdict !== 'observed' &&
        verdict !== 'inapplicable',
    )
    expect(silentJudged).toEqual([])
  },
)

/** Rows that a busy machine leaves without evidence are judged once more by themselves. */
async function decidedVerdicts(
  target: Target,
  options: Parameters<typeof certify>[1],
): Promise<Verdict[]> {
  const { verdicts } = await certify(target, options)
  const undecided = verdicts.filter(({ verdict }) => verdict === 'inconclusive')
  if (undecided.length === 0) return verdicts
  const selection = { sections: [], ids: undecided.map(({ id }) => id) }
  const again = await certify(target, { ...options, selection })
  const decided = new Map(again.verdicts.map(verdict => [verdict.id, verdict]))
  return verdicts.map(verdict => decided.get(verdict.id) ?? verdict)
}
