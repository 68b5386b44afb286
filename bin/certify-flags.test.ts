import { expect, it } from 'vitest'
import { checksFor, rowsFor } from '../suites/select/select.ts'
import { startsPrograms } from '../suites/select/started-programs.ts'
import { isInSet } from '../suites/select/rows.ts'
import { selectionOf, whyNotSelected } from './certify-flags.ts'
import type { CertifyFlags } from './certify-flags.ts'

const flags: CertifyFlags = {
  section: ['Paging'],
  id: [],
  seed: 1,
  concurrency: 4,
  reportDir: '.',
}
const rows = rowsFor('kubernetes').filter(isInSet)

it('explains why a row was not selected, and which flags select it', () => {
  const [row] = rows.filter(({ id }) => id === 'WATCH-001')
  if (!row) throw new Error('the catalogue has no WATCH-001')

  expect(whyNotSelected(flags, row)).toBe(
    'not selected: this run is limited to --section paging\n' +
      'to include it: --id WATCH-001, --section watch, --profile list-watch',
  )
  expect(whyNotSelected({ ...flags, section: [], profile: 'core' }, row)).toMatch(
    /^not selected: this run is limited to --profile core\n/,
  )
})

it('selects no check that starts programs for a smoke run, unless a part of the set is named', () => {
  const smoke = { ...flags, section: [], smoke: true }
  const startedIn = (given: CertifyFlags) =>
    checksFor('cluster', selectionOf(given)).filter(startsPrograms).length

  expect(startedIn(smoke)).toBe(0)
  expect(startedIn({ ...smoke, smoke: false })).toBeGreaterThan(200)
  expect(startedIn({ ...smoke, section: ['node-agent-behaviour'] })).toBeGreaterThan(0)
  const [row] = rows.filter(({ id }) => id === 'NODE-001')
  expect(row && whyNotSelected(smoke, row)).toBe(
    'not selected: --smoke starts no servers or node agents\n' +
      'to include it: leave out --smoke, or run it alone with --id NODE-001',
  )
})

it('has a distinct reason for each row', () => {
  const reasons = rows.map(row => whyNotSelected(flags, row))

  expect(new Set(reasons).size).toBe(rows.length)
})
