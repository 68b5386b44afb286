import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Failure } from '../suites/verdict.ts'
import { findingsOf } from './findings.ts'
import type { Row } from './report.ts'
import { sampleReport } from './sample.ts'
import { whoBreaks } from './who-breaks.table.ts'

const { requirements } = sampleReport()

it('groups failures with one root cause and lets the strongest row lead', () => {
  const findings = findingsOf(requirements)

  expect(findings.map(({ id, ids, title }) => ({ id, ids, title }))).toEqual([
    {
      id: 'LIST-007',
      ids: ['LIST-007', 'PAGE-004', 'PAGE-005'],
      title:
        'metadata.resourceVersion is the same in all chunks of one list: ' +
        'got resourceVersion 42 in chunk 2',
    },
    {
      id: 'WRITE-009',
      ids: ['WRITE-009'],
      title: expect.stringMatching(
        /^A PUT with a stale resourceVersion leaves the stored object unchanged: got 200/,
      ),
    },
  ])
})

it('leads with a must before a should, and then with the shortest case', () => {
  const rows = requirements
    .filter(row => ['LIST-007', 'PAGE-004', 'PAGE-005'].includes(row.id))
    .map(row => (row.id === 'LIST-007' ? { ...row, strength: 'should' as const } : row))
    .map(row => (row.id === 'PAGE-005' ? withFailure(row, { steps: ['one'] }) : row))

  expect(findingsOf(rows)[0]).toMatchObject({ id: 'PAGE-005', strength: 'must' })
})

it('says who breaks, once each, by the id before the section', () => {
  const [finding] = findingsOf(requirements)

  expect(finding?.breaks[0]).toMatch(/^every pager/)
  expect(finding?.breaks).toContain('client-go reflectors (lost objects after a relist)')
  expect(new Set(finding?.breaks).size).toBe(finding?.breaks.length)
})

it('keeps a title short', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as Row

  const [finding] = findingsOf([withFailure(page, { says: 'it holds.', got: 'x'.repeat(500) })])

  expect(finding?.title).toMatch(/^It holds: got x+…$/)
  expect(finding?.title.length).toBe(140)
})

it('keeps failures apart that break different rules behind a success', () => {
  const page = requirements.find(row => row.id === 'PAGE-004') as Row
  const other = withFailure({ ...page, id: 'PAGE-005' }, { says: 'another rule' })

  expect(findingsOf([page, other])).toHaveLength(2)
})

it('names only ids and sections that the catalogue holds', () => {
  const spec = new URL('../suites/spec/', import.meta.url)
  const sections = readdirSync(spec)
  const ids = sections.flatMap(section =>
    readdirSync(new URL(section, spec))
      .filter(file => file.endsWith('.yaml'))
      .flatMap(file => {
        const text = readFileSync(new URL(`${section}/${file}`, spec), 'utf8')
        const rows: { id: string }[] = parse(text)
        return rows.map(row => row.id)
      }),
  )

  const unknown = whoBreaks
    .flatMap(line => line.at)
    .filter(at => ![...ids, ...sections].includes(at))
  expect(unknown).toEqual([])
})

function withFailure(row: Row, change: Partial<Failure>): Row {
  if (!row.failure) throw new Error(`${row.id} has no failure`)
  return { ...row, failure: { ...row.failure, ...change } }
}
