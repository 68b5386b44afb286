// No check fails a lawful server, and none falls silent on it unless the variant says so. A whole run
// for each takes its time: `npm test` runs each variant in one of its dialects, the nightly in the
// others. Each dialect has a test file of its own.

import { expect, test } from 'vitest'
import type { DialectName } from '../../fixtures/dialects/dialect.ts'
import { problemsOn, variantsIn } from './variant-runs.ts'

/** Defines a test for every lawful variant that is run in the dialect. */
export const testVariants = (dialect: DialectName): void => {
  test.each(variantsIn(dialect))('no check fails on $name', { timeout: 600_000 }, async variant =>
    expect(await problemsOn(variant, dialect)).toEqual([]),
  )
}
