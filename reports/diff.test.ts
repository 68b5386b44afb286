import { expect, it } from 'vitest'
import { diffLines, diffReports } from './diff.ts'
import { widthOf } from './text-layout.ts'
import { ReadProblem } from './file-errors.ts'
import { parseReport, type ParsedReport, type ParsedRow } from './read.ts'
import { sampleReport } from './sample.ts'

const before = parseReport(JSON.stringify(sampleReport()), 'report.json')
const none = {
  runs: [],
  cut: [],
  newlyFails: [],
  newlyPasses: [],
  changed: [],
  notJudged: [],
  others: [],
}

it('finds nothing in one report twice', () => {
  expect(diffReports(before, before)).toEqual(none)
  expect(diffLines(none)).toEqual([
    '0 newly failing, 0 newly passing, 0 changed, 0 no longer judged, 0 other',
  ])
})

it('finds nothing where only numbers, names and times differ', () => {
  const after = withRow('PAGE-004', failing('resourceVersion 977 in chunk 5'))

  expect(diffReports(before, after)).toEqual(none)
})

it.each([
  ['LIST-001', 'fail', 'newlyFails'],
  ['LIST-040', 'fail', 'newlyFails'],
  ['PAGE-004', 'pass', 'newlyPasses'],
  ['WRITE-010', 'pass', 'newlyPasses'],
  ['WRITE-011', 'pass', 'newlyPasses'],
  ['LIST-001', 'flaky', 'others'],
  ['LIST-001', 'waived', 'others'],
  ['LIST-001', 'observed', 'others'],
  ['PAGE-004', 'flaky', 'others'],
  ['LIST-001', 'inconclusive', 'notJudged'],
  ['PAGE-004', 'error', 'notJudged'],
  ['LIST-001', 'untested', 'notJudged'],
] as const)('puts %s that is %s now among %s', (id, verdict, list) => {
  const { failure } = rowOf('WRITE-009')
  const after = withRow(id, ({ failure: _, ...row }) => ({
    ...row,
    verdict,
    ...(verdict === 'fail' && failure ? { failure } : {}),
  }))

  const found = diffReports(before, after)
  const lists = Object.entries(found).filter(([, changes]) => changes.length > 0)
  expect(lists.map(([name]) => name)).toEqual([list])
  expect(found[list]).toMatchObject([{ id, is: verdict, was: rowOf(id).verdict }])
})

it('counts no row as passing whose scenarios were left out', () => {
  const after = withRow('PAGE-004', ({ failure: _, ...row }) => ({
    ...row,
    verdict: 'pass',
    shortened: true,
  }))

  expect(diffReports(before, after)).toMatchObject({ newlyPasses: [], others: [{ is: 'pass' }] })
})

it('lists rows that fail or could not be judged for another reason', () => {
  const failed = withRow('PAGE-004', failing('no metadata'))
  const silent = withRow('LIST-040', row => ({ ...row, because: 'time ran out' }))

  expect(diffReports(before, failed).changed).toMatchObject([
    {
      id: 'PAGE-004',
      before: 'GET <collection> 200: resourceVersion N in chunk N',
      reason: 'GET <collection> 200: no metadata',
    },
  ])
  expect(diffReports(before, silent).changed).toMatchObject([
    { id: 'LIST-040', reason: 'time ran out' },
  ])
})

it('compares rows that only one report holds', () => {
  const without = (id: string): ParsedReport => ({
    ...before,
    requirements: before.requirements.filter(row => row.id !== id),
  })

  expect(diffReports(without('PAGE-004'), before).newlyFails).toMatchObject([
    { id: 'PAGE-004', was: 'absent', is: 'fail' },
  ])
  expect(diffReports(before, without('PAGE-004')).notJudged).toMatchObject([
    { id: 'PAGE-004', was: 'fail', is: 'absent' },
  ])
})

it('says where the runs differ, and nothing of what a selection left out', () => {
  const cut = withRow('LIST-001', row => ({ ...row, verdict: 'untested' }))
  const after = {
    ...cut,
    filtered: true,
    seed: 7,
    target: { ...cut.target, dialect: 'kubernetes' },
  }

  expect(diffReports(before, after)).toEqual({
    ...none,
    runs: [
      { what: 'dialect', was: 'cluster', is: 'kubernetes' },
      { what: 'seed', was: '1207', is: '7' },
      { what: 'selection', was: 'the whole set', is: 'a part of the set' },
    ],
  })
})

it('says that rows may differ because a run was not complete', () => {
  const because = 'stopped by SIGINT'
  const stopped = { ...before, scenarioDigest: 'partial', skipped: { checks: 312, because } }
  const slow = { ...before, scenarioDigest: 'partial', shortened: { checks: 1, scenarios: 5 } }
  const old = { ...before, scenarioDigest: 'partial' }

  expect(diffReports(stopped, slow).cut).toEqual([
    'the first run was not complete: 312 checks skipped (stopped by SIGINT); rows may differ for this reason',
    'the second run was not complete: 1 check shortened to 5 scenarios; rows may differ for this reason',
  ])
  expect(diffReports(before, old).cut).toEqual([
    'the second run was not complete: ended early; rows may differ for this reason',
  ])
  expect(diffLines(diffReports(old, before))[0]).toMatch(/^the first run was not complete/)
})

it('shows changes within 80 columns and passes no control character on', () => {
  const words = `${'x'.repeat(90)} \u001b[2J`
  const after = {
    ...withRow('PAGE-004', row => ({ ...failing(`\u001b[2J no ${words}`)(row), title: words })),
    seed: 7,
  }

  const lines = diffLines(diffReports(before, after))
  expect(lines.filter(line => widthOf(line) > 80 || /\p{Cc}/u.test(line))).toEqual([])
  expect(lines.slice(0, 2)).toEqual([
    'seed: 1207 -> 7',
    'fails, or could not be judged, for another reason: 1',
  ])
})

it.each([
  ['{', /^a\.json: expected a report in JSON, got .+$/],
  ['[]', /^a\.json: the file: .+$/],
  ['{"apiVersion":"touchstone/v1alpha1","kind":"Case"}', /^a\.json: kind: .+$/],
])('refuses what is no report in one line: %s', (text, message) => {
  expect(() => parseReport(text, 'a.json')).toThrow(message)
  expect(() => parseReport(text, 'a.json')).toThrow(ReadProblem)
})

function rowOf(id: string): ParsedRow {
  const row = before.requirements.find(one => one.id === id)
  if (!row) throw new Error(`no row ${id}`)
  return row
}

function failing(got: string): (row: ParsedRow) => ParsedRow {
  return row => ({ ...row, ...(row.failure ? { failure: { ...row.failure, got } } : {}) })
}

function withRow(id: string, change: (row: ParsedRow) => ParsedRow): ParsedReport {
  const requirements = before.requirements.map(row => (row.id === id ? change(row) : row))
  return { ...before, requirements }
}

it('reads the number of scenarios by its former name', () => {
  const { scenarios, ...others } = sampleReport()
  const former = { ...others, apiVersion: 'touchstone/v1alpha2', runs: scenarios }

  expect(parseReport(JSON.stringify(former), 'a.json').scenarios).toBe(scenarios)
})
