import { runVitest } from './run-vitest.ts'
import { wholeVariable } from './sampled/sample.ts'
import type { LongRun } from './storage-engine-runs.ts'

/** Runs all cases of the tests that attack the HTTP server. `npm test` runs a sample of them. */
export const wholeAttacks = (): Promise<LongRun> =>
  runVitest('reference/http/hostile', { [wholeVariable]: '1' })
