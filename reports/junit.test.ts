import { expect, it } from 'vitest'
import { junitXml } from './junit.ts'
import { sampleReport } from './sample.ts'
import { sampleWithBaseline } from './sample-baseline.ts'

const text = junitXml(sampleReport())

it('has a testsuite a section of the set, with its counts', () => {
  const suites = [...text.matchAll(/<testsuite name="([^"]+)" ([^>]+) timestamp/g)]

  expect(suites.map(([, name, counts]) => `${name}: ${counts}`)).toEqual([
    'List: tests="6" failures="1" errors="0" skipped="3"',
    'Paging: tests="5" failures="2" errors="1" skipped="0"',
    'Create and update: tests="5" failures="1" errors="0" skipped="3"',
  ])
  expect(text).toContain('tests="16" failures="4" errors="1" skipped="6" time="41.870"')
})

it('has a testcase a requirement of the set and none for those outside', () => {
  expect(text.match(/<testcase /g)).toHaveLength(16)
  expect(text).toContain('<testcase classname="list" name="LIST-001 No paging, rv unset"/>')
  expect(text).not.toContain('WATCH-001')
})

it('skips what was not judged and says why', () => {
  expect(text).toContain(
    '<skipped message="inapplicable: skipped: no target file defines `controls.compact`"/>',
  )
  expect(text).toContain('<skipped message="flaky: failed 2 of 5 times"/>')
  expect(text).toContain('<error message="the harness failed: Error: no answer to advance&#10;')
})

it('escapes markup and control characters of the target', () => {
  expect(text).toContain('\\x1b[31m&quot;&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;')
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

it('skips what the baseline knows', () => {
  const known = junitXml(sampleWithBaseline())

  expect(known).toContain('tests="16" failures="0" errors="1" skipped="10"')
  expect(known).toContain('<skipped message="known failure: metadata.resourceVersion is the same')
})

it('fails what the baseline does not know, and what it knew and the run lost', () => {
  const gone = { id: 'GONE-001', verdict: 'fail', reason: 'x', hash: '000000000000' } as const
  const stale = { ...gone, id: 'LIST-001' }
  const other = junitXml(
    sampleWithBaseline(({ entries, ...baseline }) => ({
      ...baseline,
      entries: [gone, stale, ...entries.filter(({ id }) => !['PAGE-004', 'LIST-040'].includes(id))],
    })),
  )

  const failed = [...other.matchAll(/name="([^" ]+)[^"]*">\n *<failure message="(\w+) against/g)]
  expect(failed.map(([, id, kind]) => `${id} ${kind}`)).toEqual([
    'LIST-001 stale',
    'LIST-040 new',
    'PAGE-004 new',
    'GONE-001 stopped',
  ])
  expect(other).toContain('tests="17" failures="4" errors="1"')
})
