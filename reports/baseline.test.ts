import { expect, it } from 'vitest'
import type { Failure } from '../suites/verdict.ts'
import { BaselineProblem, baselineText, parseBaseline } from './baseline-file.ts'
import { baselineOf, compare, comparisonLines, exitCodeUnder } from './baseline.ts'
import type { ConformanceReport, Row } from './report.ts'
import { sampleReport } from './sample.ts'

const report = sampleReport()
const baseline = baselineOf(report)
const empty = { known: [], new: [], changed: [], stale: [], stopped: [] }

it('knows every failure after an update', () => {
  const comparison = compare(report, baseline)

  expect(comparison).toEqual({ ...empty, known: ['LIST-007', 'PAGE-004', 'PAGE-005', 'WRITE-009'] })
})

it('survives its file', () => {
  expect(parseBaseline(baselineText(baseline), 'known.yaml')).toEqual(baseline)
})

it('knows a failure again whose numbers and names differ', () => {
  const got = 'resourceVersion 977 in chunk 5'

  const other = withRow('PAGE-004', row => withFailure(row, { got }))
  expect(compare(other, baseline).known).toContain('PAGE-004')
})

it('tells a new failure', () => {
  const failures = baseline.failures.filter(known => known.id !== 'WRITE-009')

  const comparison = compare(report, { ...baseline, failures })
  expect(comparison.new.map(({ id }) => id)).toEqual(['WRITE-009'])
  expect(exitCodeUnder(report, comparison)).toBe(1)
})

it('tells a failure with another reason, and one that became flaky', () => {
  const other = withRow('PAGE-004', row => withFailure(row, { got: 'no metadata at all' }))
  const flaky = withRow('PAGE-004', row => ({ ...row, verdict: 'flaky' }))

  const [changed] = compare(other, baseline).changed
  expect(changed?.was).toBe('GET <collection> 200: resourceVersion N in chunk N')
  expect(changed?.is).toBe('GET <collection> 200: no metadata at all')
  expect(compare(flaky, baseline).changed).toMatchObject([{ id: 'PAGE-004', is: 'flaky' }])
  expect(exitCodeUnder(other, compare(other, baseline))).toBe(1)
})

it('tells an entry that no longer fails', () => {
  const fixed = withRow('PAGE-004', ({ failure: _, ...row }) => ({ ...row, verdict: 'pass' }))

  expect(compare(fixed, baseline)).toMatchObject({ stale: ['PAGE-004'], new: [], changed: [] })
  expect(exitCodeUnder(fixed, compare(fixed, baseline))).toBe(1)
})

it.each(['untested', 'inconclusive', 'error', 'inapplicable'] as const)(
  'tells an entry that is now %s',
  verdict => {
    const stopped = withRow('PAGE-004', row => ({ ...row, verdict }))

    expect(compare(stopped, baseline).stopped).toEqual([{ id: 'PAGE-004', verdict }])
  },
)

it('tells an entry whose id the catalogue does not hold', () => {
  const gone = { id: 'GONE-001', reason: 'x', hash: '000000000000' }

  const comparison = compare(report, { ...baseline, failures: [...baseline.failures, gone] })
  expect(comparison.stopped).toEqual([{ id: 'GONE-001', verdict: 'not in the catalogue' }])
})

it('leaves alone what a filtered run did not select', () => {
  const filtered = {
    ...withRow('PAGE-004', ({ failure: _, ...row }) => ({ ...row, verdict: 'untested' })),
    filtered: true,
  }

  expect(compare(filtered, baseline).stopped).toEqual([])
  expect(baselineOf(filtered, baseline)).toEqual(baseline)
})

it('excuses what is known, and nothing else', () => {
  const comparison = compare(report, baseline)
  const requirements = report.requirements.map(row =>
    ['fail', 'pass'].includes(row.verdict) ? row : { ...row, verdict: 'inapplicable' as const },
  )

  expect(exitCodeUnder(report, comparison)).toBe(4)
  expect(exitCodeUnder({ ...report, requirements }, comparison)).toBe(0)
})

it('says what differs in one line each', () => {
  const fixed = withRow('PAGE-004', ({ failure: _, ...row }) => ({ ...row, verdict: 'pass' }))

  expect(comparisonLines(compare(fixed, baseline))).toEqual([
    'baseline: 3 known, 0 new, 0 changed, 1 stale, 0 no longer run',
    '  stale    PAGE-004: no longer fails; take it out of the baseline',
  ])
})

it.each([
  ['', 'known.yaml: the file: must be a mapping, got null'],
  ['- 1', 'known.yaml: the file: must be a mapping, got [1]'],
  ['kind: Pod', 'known.yaml: kind: must be Baseline, got "Pod"'],
  ['kind: Baseline', 'known.yaml: apiVersion: must be touchstone/v1alpha1, got nothing'],
  [fileWith('7'), 'known.yaml: failures: must be a list, got 7'],
  [fileWith('[x]'), 'known.yaml: failures[0]: must be a mapping, got "x"'],
  [fileWith('[{ id: 7 }]'), 'known.yaml: failures[0].id: must be an id such as LIST-007, got 7'],
  [fileWith('[{ id: A-1 }]'), 'known.yaml: failures[0].reason: must be a text, got nothing'],
  [
    fileWith('[{ id: A-1, reason: r, hash: 123456789012 }]'),
    'known.yaml: failures[0].hash: must be 12 hexadecimal digits, quoted, got 123456789012',
  ],
  [
    fileWith(
      '[{ id: A-1, reason: r, hash: aaaaaaaaaaaa }, { id: A-1, reason: r, hash: aaaaaaaaaaaa }]',
    ),
    'known.yaml: failures: must be one entry an id, got "A-1 twice"',
  ],
])('refuses a bad file in one line: %s', (text, message) => {
  expect(() => parseBaseline(text, 'known.yaml')).toThrow(new BaselineProblem(message))
})

it('refuses what is not YAML in one line', () => {
  expect(() => parseBaseline('a: [', 'known.yaml')).toThrow(/^known\.yaml: expected YAML, got: .+$/)
})

function fileWith(failures: string): string {
  return `apiVersion: touchstone/v1alpha1\nkind: Baseline\ntarget: acme\nfailures: ${failures}\n`
}

function withRow(id: string, change: (row: Row) => Row): ConformanceReport {
  const requirements = report.requirements.map(row => (row.id === id ? change(row) : row))
  return { ...report, requirements }
}

function withFailure(row: Row, change: Partial<Failure>): Row {
  if (!row.failure) throw new Error(`${row.id} has no failure`)
  return { ...row, failure: { ...row.failure, ...change } }
}
