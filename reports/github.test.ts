import { expect, it } from 'vitest'
import { annotations } from './github.ts'
import type { ConformanceReport } from './report.ts'
import { sampleReport } from './sample.ts'
import { sampleWithBaseline } from './sample-baseline.ts'

it('annotates the result and each finding, with what came and how to see it again', () => {
  const [result, paging, write, ...more] = annotations(sampleReport())

  expect(more).toEqual([])
  expect(result).toBe(
    '::error title=Touchstone%3A nonconformant::9 of 15 musts judged, 4 failed, 2 findings, 100 scenarios',
  )
  expect(paging).toMatch(
    /^::error title=must LIST-007%2C PAGE-004%2C PAGE-005::The chunks of a list come from different states \(/,
  )
  expect(paging).toContain('%0Agot resourceVersion 42 in chunk 2%0Atouchstone replay cases/PAGE')
  expect(write).toContain('WRITE-009')
})

it('lets no server begin a command, end a line or hide what follows', () => {
  const words = '50%\r\n::set-output name=a::b\n##[error]c ##vso[d]e \u001b[2J\u202e'
  const report = sampleReport()
  const hostile: ConformanceReport = {
    ...report,
    findings: report.findings.map(finding => ({ ...finding, title: words })),
  }

  const lines = annotations(hostile)
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]|##(\[|vso\[)/u)
  for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) title=[^:]+::[^:]/)
  expect(lines[1]).toContain('50%25\\r\\n::set-output')
})

it('warns about rules that are not musts, and shows at most ten of each level', () => {
  const report = sampleReport()
  const [first] = report.findings
  if (!first) throw new Error('the sample has findings')
  const findings = Array.from({ length: 30 }, (_, index) => ({
    ...first,
    strength: index < 15 ? ('must' as const) : ('should' as const),
  }))

  const lines = annotations({ ...report, findings })
  expect(lines.filter(line => line.startsWith('::error'))).toHaveLength(10)
  expect(lines.filter(line => line.startsWith('::warning'))).toHaveLength(10)
  expect(lines[9]).toBe('::error title=and 7 more::7 notes in the report')
})

it('annotates under a baseline what differs from it, and nothing that is known', () => {
  const same = sampleWithBaseline()
  const green = same.baseline && { ...same, baseline: { ...same.baseline, exitCode: 0 as const } }
  const other = sampleWithBaseline(({ entries, ...baseline }) => ({
    ...baseline,
    entries: entries.filter(({ id }) => id !== 'WRITE-009'),
  }))

  expect(annotations(green ?? same)).toEqual([
    expect.stringMatching(/^::notice .*%0A7 known, 0 new/),
  ])
  expect(annotations(other)).toEqual([
    expect.stringMatching(/^::error title=Touchstone%3A nonconformant::.*6 known, 1 new/),
    expect.stringMatching(/^::error title=new WRITE-009::fail: PUT <object> 200/),
  ])
})
