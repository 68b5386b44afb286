import { expect, it } from 'vitest'
import { findingsOf } from './findings.ts'
import type { RequirementRow } from './report.ts'
import { sampleReport } from './sample.ts'

const sample = sampleReport().requirements.find(({ id }) => id === 'PAGE-004') as RequirementRow

/** A row whose watch was expected to have some events, and had others. */
function failing(id: string, expected: string, got: string): RequirementRow {
  if (!sample.failure) throw new Error('the sample has no failure')
  const request = { method: 'GET', path: '/?watch=1' }
  const exchanges = [{ step: 's', request, answer: { status: 200, body: '', milliseconds: 1 } }]
  const failure = { ...sample.failure, exchanges, at: 's', says: id, expected, got }
  return { ...sample, id, title: id, failure }
}

const found = (...rows: RequirementRow[]) =>
  findingsOf(rows, {
    capabilityCounts: { watch: { had: 1, lacking: 0 } },
    requestedCapabilities: new Map(),
  }).map(({ title, ids }) => [title.split(' (')[0], ...ids])

const omitted = failing('WATCH-006', '["c/f at 5"]', '0 events of c/f, and then end one')

it('makes one finding of all rows that lack events, if watches omit changes', () => {
  const rows = [
    failing('K8S-WATCH-005', 'MODIFIED at 8, MODIFIED at 12 (events of b/a)', 'MODIFIED at 12'),
    failing('K8S-WATCH-006', 'MODIFIED at 4, MODIFIED at 5 (events of b/a)', 'nothing'),
    failing('K8S-WATCH-010', '["MODIFIED b at 3"]', '["ADDED w at 2","MODIFIED b at 3"]'),
    failing('K8S-WATCH-012', '["MODIFIED","MODIFIED"]', '[]'),
    failing('WATCH-003', 'an event of a/b0', '["MODIFIED e at 1","ADDED zz-marker at 2"]'),
    failing('WATCH-036', '1 more changes of d/d10', 'ADDED d10 at 25'),
  ]

  expect(found(omitted, ...rows)).toEqual([
    ['Watches omit changes', 'WATCH-006', ...rows.map(({ id }) => id)],
  ])
})

it('counts an object that a watch should have delivered before a later event', () => {
  const held = failing('WATCH-013', '["d/w20 at 8"]', '["d/w20 at no version: it is not held"]')

  expect(found(omitted, held)).toEqual([['Watches omit changes', 'WATCH-006', 'WATCH-013']])
})

it('keeps events apart that have another type, or that no write explains', () => {
  const other = failing('K8S-WATCH-005', 'ADDED at 8 (events of b/a)', 'MODIFIED at 8')
  const more = failing('K8S-WATCH-012', '["MODIFIED"]', '["MODIFIED","MODIFIED"]')

  expect(found(omitted, other, more).map(([title]) => title)).toEqual([
    'Watches omit changes',
    'Watches with a selector send an object that starts to match as MODIFIED',
    'Writes that change nothing give the object a new version',
  ])
})

it('does not say of a watch without events that writes give new versions', () => {
  const silent = failing('K8S-WATCH-012', '["MODIFIED","MODIFIED"]', '[]')

  expect(found(silent).flat().join()).not.toMatch(/new version/)
})

it('does not say of a watch that omits events only sometimes that they have other versions', () => {
  const row = failing('WRITE-017', 'an event of n/e at 15', '14, 16')

  expect(
    found({ ...row, verdict: 'flaky' })
      .flat()
      .join(),
  ).toMatch(/Watches omit changes/)
  expect(found(row).flat().join()).toMatch(/do not have the resourceVersion/)
})
