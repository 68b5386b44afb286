// Checks that the committed results are of the current set, catalogue and checks.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConformanceReport } from '../../reports/report.ts'
import { catalogueDigest } from '../generated/catalogue.ts'
import { checksDigest } from '../generated/checks.ts'
import { setDigest } from '../select/select.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'
import { projectRoot } from '../lint/sources.ts'

const results = ['reference.cluster', 'reference.kubernetes', 'kube-apiserver', 'kubernetes']

/** The nightly step: names the stale results. */
export async function resultsAreFresh(): Promise<LongRun> {
  const stale = results.filter(name => {
    const file = join(projectRoot, 'reports', 'results', `${name}.json`)
    const { suite } = JSON.parse(readFileSync(file, 'utf8')) as ConformanceReport
    const { set, requirements, checks } = suite
    return set !== setDigest || requirements !== catalogueDigest || checks !== checksDigest
  })
  if (stale.length === 0) return { summary: `${results.length} results` }
  return { problem: `stale: run npm run results -- ${stale.join(' ')}` }
}
