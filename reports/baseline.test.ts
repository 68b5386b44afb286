import { expect, it } from 'vitest'
import type { Failure, VerdictWord } from '../suites/verdict.ts'
import { baselineText, parseBaseline } from './baseline-file.ts'
import { baselineOf, compareWithBaseline, exitCodeUnder } from './baseline.ts'
import type { ConformanceReport, RequirementRow } from './report.ts'
import { sampleReport } from './sample.ts'

const report = sampleReport()
const baseline = baselineOf(report)
const quiet = { new: [], changed: [], stale: [], stopped: [], noted: [] }

it('knows every row that does not pass after an update', () => {
  const comparison = compareWithBaseline(report, baseline)

  expect(comparison).toEqual({
    ...quiet,
    known: [
      { id: 'LIST-007', verdict: 'fail' },
      { id: 'LIST-040', verdict: 'inconclusive' },
      { id: 'PAGE-004', verdict: 'fail' },
      { id: 'PAGE-005', verdict: 'fail' },
      { id: 'WRITE-009', verdict: 'fail' },
      { id: 'WRITE-010', verdict: 'flaky' },
      { id: 'WRITE-011', verdict: 'waived' },
    ],
  })
})

it('survives its file, notes included', () => {
  const noted = { ...baseline, entries: baseline.entries.map(one => ({ ...one, note: 'see #7' })) }

  expect(parseBaseline(baselineText(noted), 'known.yaml')).toEqual(noted)
  expect(baselineOf(report, noted)).toEqual(noted)
})

it('is named after the implementation, or the target if that is not known', () => {
  const target = { ...report.target, name: 'a.yaml', implementation: 'unnamed' }

  expect(baseline.target).toBe('acme-apiserver')
  expect(baselineOf({ ...report, target }).target).toBe('a.yaml')
})

it('never knows an error of the harness', () => {
  expect(baseline.entries.map(({ id }) => id)).not.toContain('PAGE-007')
  expect(exitCodeUnder(report, compareWithBaseline(report, baseline))).toBe(4)
})

it('knows a failure again whose numbers and names differ', () => {
  const got = 'resourceVersion 977 in chunk 5'

  const other = withRow('PAGE-004', row => withFailure(row, { got }))
  expect(compareWithBaseline(other, baseline).known).toContainEqual({
    id: 'PAGE-004',
    verdict: 'fail',
  })
})

it('reports a failure that is not listed', () => {
  const entries = baseline.entries.filter(known => known.id !== 'WRITE-009')

  const comparison = compareWithBaseline(report, { ...baseline, entries })
  expect(comparison.new.map(({ id }) => id)).toEqual(['WRITE-009'])
  expect(exitCodeUnder(report, comparison)).toBe(1)
})

it('reports a must that could not be judged and is not listed, and does not excuse it', () => {
  const judged = withoutErrors(report)
  const entries = baseline.entries.filter(known => known.id !== 'LIST-040')

  const comparison = compareWithBaseline(judged, { ...baseline, entries })
  expect(comparison.new).toMatchObject([{ id: 'LIST-040', verdict: 'inconclusive' }])
  expect(exitCodeUnder(judged, comparison)).toBe(4)
})

it('only notes a row that could not be judged and is not a must', () => {
  const should = withRow('LIST-040', row => ({ ...row, strength: 'should' }))
  const entries = baseline.entries.filter(known => known.id !== 'LIST-040')

  const comparison = compareWithBaseline(withoutErrors(should), { ...baseline, entries })
  expect(comparison).toMatchObject({ new: [], noted: [{ id: 'LIST-040', was: 'no entry' }] })
  expect(exitCodeUnder(withoutErrors(should), comparison)).toBe(0)
})

it('reports a listed row that fails for another reason', () => {
  const other = withRow('PAGE-004', row => withFailure(row, { got: 'no metadata at all' }))

  const [changed] = compareWithBaseline(other, baseline).changed
  expect(changed?.was).toBe('fail: GET <collection> 200: resourceVersion N in chunk N')
  expect(changed?.is).toBe('fail: GET <collection> 200: no metadata at all')
  expect(exitCodeUnder(other, compareWithBaseline(other, baseline))).toBe(1)
})

it('turns no run green of which too few musts were judged', () => {
  const [passed] = report.requirements.filter(
    row => row.inSet && row.strength === 'must' && row.verdict === 'pass',
  )
  const requirements = report.requirements.map(row => {
    const { failure: _, ...rest } = row
    return { ...rest, verdict: row === passed ? row.verdict : ('inapplicable' as const) }
  })
  const few = { ...report, requirements }

  expect(exitCodeUnder(few, compareWithBaseline(few, baselineOf(few)))).toBe(4)
})

/** The list and the exit code for each change of an entry. */
const transitions: [was: string, is: VerdictWord, list: string, code: 0 | 1][] = [
  ['PAGE-004', 'fail', 'known', 0],
  ['PAGE-004', 'flaky', 'noted', 0],
  ['PAGE-004', 'pass', 'stale', 1],
  ['PAGE-004', 'waived', 'stale', 1],
  ['PAGE-004', 'observed', 'stale', 1],
  ['PAGE-004', 'inconclusive', 'stopped', 1],
  ['PAGE-004', 'inapplicable', 'stopped', 1],
  ['PAGE-004', 'error', 'stopped', 1],
  ['PAGE-004', 'untested', 'stopped', 1],
  ['WRITE-010', 'fail', 'noted', 0],
  ['WRITE-010', 'pass', 'noted', 0],
  ['WRITE-010', 'inconclusive', 'stopped', 1],
  ['LIST-040', 'pass', 'noted', 0],
  ['LIST-040', 'inapplicable', 'noted', 0],
  ['LIST-040', 'fail', 'changed', 1],
  ['LIST-040', 'flaky', 'changed', 1],
  ['LIST-040', 'waived', 'changed', 1],
  ['LIST-040', 'error', 'stopped', 1],
  ['WRITE-011', 'fail', 'changed', 1],
  ['WRITE-011', 'pass', 'stale', 1],
  ['WRITE-011', 'inconclusive', 'stopped', 1],
]

it.each(transitions)('puts %s, which is %s now, among %s: exit code %i', (id, is, list, code) => {
  const judged = withoutErrors(report)
  const { failure } = rowOf('PAGE-004')
  const now = withRow(
    id,
    ({ failure: own, ...row }) => {
      const evidence = own ?? failure
      const isFault = is === 'fail' || is === 'flaky'
      return { ...row, verdict: is, ...(isFault && evidence ? { failure: evidence } : {}) }
    },
    judged,
  )

  const comparison = compareWithBaseline(now, baseline)
  const lists = Object.entries(comparison).filter(([, rows]) => rows.some(row => row.id === id))
  expect(lists.map(([name]) => name)).toEqual([list])
  expect(exitCodeUnder(now, comparison)).toBe(code)
})

it('notes another reason of a row that still says nothing', () => {
  const other = withRow('LIST-040', row => ({ ...row, because: 'time ran out' }))

  expect(compareWithBaseline(other, baseline)).toMatchObject({
    changed: [],
    noted: [{ id: 'LIST-040' }],
  })
})

it('reports an entry whose id is not in the catalogue', () => {
  const gone = { id: 'GONE-001', verdict: 'fail', reason: 'x', hash: '000000000000' } as const

  const comparison = compareWithBaseline(report, {
    ...baseline,
    entries: [...baseline.entries, gone],
  })
  expect(comparison.stopped).toEqual([{ id: 'GONE-001', verdict: 'not in the catalogue' }])
})

it('leaves alone what a filtered run did not select', () => {
  const filtered = { ...unrun('PAGE-004'), filtered: true }

  expect(compareWithBaseline(filtered, baseline).stopped).toEqual([])
  expect(baselineOf(filtered, baseline)).toEqual(baseline)
})

it('keeps the entry of a row that a stopped run did not come to', () => {
  expect(baselineOf(unrun('PAGE-004'), baseline)).toEqual(baseline)
  expect(baselineOf(unrun('PAGE-004')).entries.map(({ id }) => id)).not.toContain('PAGE-004')
})

it('excuses what is known, and nothing else', () => {
  const judged = withoutErrors(report)

  expect(judged.result).toBe('nonconformant')
  expect(exitCodeUnder(judged, compareWithBaseline(judged, baseline))).toBe(0)
  expect(exitCodeUnder(judged, { ...quiet, known: [] })).toBe(1)
})

function withoutErrors(of: ConformanceReport): ConformanceReport {
  // WRITE-014 did not run in the sample.
  const requirements = of.requirements.map(row =>
    ['error', 'untested'].includes(row.verdict) ? { ...row, verdict: 'pass' as const } : row,
  )
  return { ...of, requirements }
}

function rowOf(id: string): RequirementRow {
  const row = report.requirements.find(one => one.id === id)
  if (!row) throw new Error(`no row ${id}`)
  return row
}

const unrun = (id: string): ConformanceReport =>
  withRow(id, ({ failure: _, ...row }) => ({ ...row, verdict: 'untested' }))

function withRow(
  id: string,
  change: (row: RequirementRow) => RequirementRow,
  of = report,
): ConformanceReport {
  const requirements = of.requirements.map(row => (row.id === id ? change(row) : row))
  return { ...of, requirements }
}

function withFailure(row: RequirementRow, change: Partial<Failure>): RequirementRow {
  if (!row.failure) throw new Error(`${row.id} has no failure`)
  return { ...row, failure: { ...row.failure, ...change } }
}
