// No check fails a lawful server.

import { expect, test } from 'vitest'
import { variants } from '../../fixtures/generated/variants.ts'
import { referenceTarget } from '../../fixtures/targets/reference.ts'
import { run } from '../run.ts'
import { checksFor } from '../select.ts'

test.each(variants)('no check fails on $name', { timeout: 300_000 }, async variant => {
  const target = await referenceTarget({ ...variant, name: `variant:${variant.name}` })
  const options = {
    seed: 1,
    runs: 5,
    concurrency: 4,
    checkMs: 120_000,
    caseMs: 60_000,
    shrinkMs: 5_000,
    signal: new AbortController().signal,
  }
  const checks = checksFor(target.dialect.name, { sections: [], ids: [] })
  const { verdicts } = await run(checks, target, options).finally(target.close)

  const wrong = verdicts.filter(({ verdict }) => ['fail', 'flaky', 'error'].includes(verdict))
  expect(wrong.map(({ id, verdict, because }) => `${id} ${verdict}: ${because}`)).toEqual([])
  // A variant on which hardly anything can be judged proves nothing.
  expect(verdicts.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(
    checks.length / 3,
  )
})
