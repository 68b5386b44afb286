// A row from which the target departs as its dialect allows, in every form of the report.

import { expect, it } from 'vitest'
import type { Verdict } from '../suites/verdict.ts'
import { assemble } from './assemble.ts'
import { baselineOf, compareWithBaseline, exitCodeUnder } from './baseline.ts'
import { renderHtml } from './html/render.ts'
import { junitXml } from './junit.ts'
import { sampleOutcome } from './sample.ts'
import { summary } from './terminal.ts'
import { checkSchema } from './test-schema.ts'
import { resultSentence } from './sentences.ts'

const because = 'departs from the specification, as the dialect allows: accepted'
const outcome = sampleOutcome()
const musts = outcome.catalogue.filter(
  row => row.strength === 'must' && outcome.inSet.has(row.id) && row.section === 'paging',
)
const judged = { cases: 1, observations: 1 }

/**
 * Returns a whole run in which the first `passing` musts pass and the target departs from the
 * others.
 */
function reportWith(passing: number) {
  const inSet = new Set(musts.map(row => row.id))
  const verdicts = musts.map(
    ({ id }, index): Verdict =>
      index < passing
        ? { id, verdict: 'pass', ...judged }
        : { id, verdict: 'observed', departure: 'present', because, ...judged },
  )
  const run = { ...outcome.run, filtered: false, scenarios: 20 }
  return assemble({ ...outcome, run, inSet, verdicts })
}

it('counts for nothing in the result, and is named in it', () => {
  expect(reportWith(4).result).toBe('conformant')
  expect(resultSentence(reportWith(4))).toBe(
    '4 of 5 musts judged, 1 departs from the specification as the dialect allows, 20 scenarios',
  )
  // Nothing was judged.
  expect(reportWith(0).result).toBe('incomplete')
  expect(reportWith(1).sections.find(({ slug }) => slug === 'paging')?.result).toBe('partial')
})

it('needs no entry of a baseline', () => {
  const report = reportWith(4)
  const baseline = baselineOf(report)

  expect(baseline.entries).toEqual([])
  expect(exitCodeUnder(report, compareWithBaseline(report, baseline))).toBe(0)
})

it('says in every form what was seen', () => {
  const report = reportWith(4)
  const options = {
    command: '',
    reportDir: '.',
    files: [],
    colour: false,
    verbose: true,
    linesBefore: 0,
  }

  expect(() => checkSchema(report)).not.toThrow()
  expect(junitXml(report)).toContain(`<skipped message="observed: ${because}"/>`)
  expect(renderHtml(report)).toContain(because)
  expect(summary(report, options)).toContain('observed 1: departures that the dialect allows')
})
