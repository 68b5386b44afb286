import { expect, it } from 'vitest'
import { badge } from './badge.ts'
import { markdownSummary } from './markdown.ts'
import { sampleReport } from './sample.ts'
import { sampleWithBaseline } from './sample-baseline.ts'

it('has the result, the findings, the sections and what was not judged', () => {
  const text = markdownSummary(sampleReport())

  expect(text.match(/^#+ .*$/gm)).toEqual([
    '## Touchstone: nonconformant',
    '### Findings: 2',
    '### Sections',
    '### Not judged',
  ])
  expect(text).toContain('| LIST-007, PAGE-004, PAGE-005 |')
  expect(text).toContain(
    '| inconclusive | ` too few writes fell into a list: 3 of 20 ` | LIST-040 |',
  )
  expect(text).toContain('| Paging | nonconformant | 2 | 2 |')
})

it('names under a baseline what it does not know, and counts the rest', () => {
  const text = markdownSummary(
    sampleWithBaseline(({ entries, ...baseline }) => ({
      ...baseline,
      entries: entries.filter(({ id }) => id !== 'WRITE-009'),
    })),
  )

  expect(text).toContain('### Baseline\n\n6 known, 1 new, 0 changed, 0 stale, 0 no longer judged. ')
  expect(text).toContain('| new | WRITE-009 | ` fail: PUT <object> 200: ')
  expect(text).toContain('### Findings: 1 (and 1 in the baseline)')
})

it('lets no server leave its code span, its table or its line', () => {
  const words = '`a` ``b`` | c <img src=x> ![x](http://x)\n::error::d\u202e'
  const report = sampleReport()

  const text = markdownSummary({
    ...report,
    target: { ...report.target, name: words },
    findings: report.findings.map(finding => ({ ...finding, title: words })),
  })
  const shown = '``` `a` ``b`` \\| c <img src=x> ![x](http://x)\\n::error::d\\u202e ```'
  expect(text.split(shown)).toHaveLength(4)
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  const tables = text.split('\n').filter(line => line.startsWith('| must'))
  for (const line of tables) expect(line.replaceAll('\\|', '').split('|')).toHaveLength(7)
})

it('has a badge that a baseline does not make green', () => {
  expect(badge(sampleReport())).toEqual({
    schemaVersion: 1,
    label: 'touchstone',
    message: 'nonconformant: 5 of 15 musts',
    color: 'red',
  })
  expect(badge(sampleWithBaseline())).toEqual(badge(sampleReport()))
})

it('names in the badge the profile that was judged, and counts its musts', () => {
  const report = sampleReport()

  expect(badge({ ...report, filtered: true, profile: 'list-watch' })).toMatchObject({
    message: 'nonconformant: profile list-watch, 4 of 10 musts',
  })
})
