// The reference under its own certification, in both dialects.

import { expect, test } from 'vitest'
import type { DialectName } from '../../fixtures/dialects/dialect.ts'
import { referenceTarget } from '../../fixtures/targets/reference.ts'
import { certify } from '../certify.ts'
import { isInSet, requirement, rowsFor } from '../select.ts'
import { resultOf } from '../verdict.ts'

const everything = { sections: [], ids: [] }

test.each<DialectName>(['cluster', 'kubernetes'])(
  'conforms in the %s dialect',
  { timeout: 300_000 },
  async dialect => {
    const target = await referenceTarget({ dialect })
    const options = {
      selection: everything,
      seed: 1,
      runs: 20,
      concurrency: 4,
      slow: false,
      signal: new AbortController().signal,
      onVerdict: () => {},
      onHistory: () => {},
    }
    const { verdicts } = await certify(target, options).finally(target.close)

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
    expect(resultOf(rows, { filtered: false, runs: options.runs })).toBe('conformant')
    const silentJudged = verdicts.filter(
      ({ id, verdict }) =>
        requirement(id).strength === 'silent' &&
        verdict !== 'observed' &&
        verdict !== 'inapplicable',
    )
    expect(silentJudged).toEqual([])
  },
)
