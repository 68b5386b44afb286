// The committed results of the reference match the current set and checks. Those of genuine servers
// take half an hour to make, and the nightly run reports when they are stale.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalogueDigest } from '../suites/generated/catalogue.ts'
import { checksDigest } from '../suites/generated/checks.ts'
import { setDigest } from '../suites/select/select.ts'
import type { ConformanceReport } from './report.ts'

const results = ['reference.cluster', 'reference.kubernetes']

it.each(results)('%s is a result of the present set, catalogue and checks', name => {
  const file = new URL(`results/${name}.json`, import.meta.url)
  const { suite, filtered } = JSON.parse(readFileSync(file, 'utf8')) as ConformanceReport

  const stale = `${name}.json is stale; run npm run results ${name}`
  const { set, requirements, checks } = suite
  expect({ set, requirements, checks, filtered }, stale).toEqual({
    set: setDigest,
    requirements: catalogueDigest,
    checks: checksDigest,
    filtered: false,
  })
})
