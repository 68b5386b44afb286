import { expect, it } from 'vitest'
import { rowsFor } from '../suites/select/select.ts'
import { isInSet } from '../suites/select/rows.ts'
import { whyNotSelected } from './certify-flags.ts'
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

it('has a distinct reason for each row', () => {
  const reasons = rows.map(row => whyNotSelected(flags, row))

  expect(new Set(reasons).size).toBe(rows.length)
})
