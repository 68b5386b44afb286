import { expect, it } from 'vitest'
import { findingsOf } from './findings.ts'
import type { CapabilityCounts } from '../suites/verdict.ts'
import type { RequirementRow } from './report.ts'
import { sampleReport } from './sample.ts'
import { expecting } from './test-expectations.ts'

type Fails = { id: string; method: string; path?: string; status?: number; got: string }

const sample = sampleReport().requirements.find(({ id }) => id === 'PAGE-004') as RequirementRow

function failing({ id, method, path = '/', status = 200, got }: Fails): RequirementRow {
  if (!sample.failure) throw new Error('the sample has no failure')
  const request = { method, path }
  const exchanges = [{ step: 's', request, answer: { status, body: '', milliseconds: 1 } }]
  const expected = method === 'GET' ? 'what was there' : 'a refusal (4xx)'
  return {
    ...sample,
    id,
    title: id,
    failure: { ...sample.failure, exchanges, at: 's', says: id, ...expecting(expected, got), got },
  }
}

const found = (capabilityCounts: CapabilityCounts, ...rows: RequirementRow[]) =>
  findingsOf(rows, {
    capabilityCounts,
    requestedCapabilities: new Map(rows.map(({ id }) => [id, ['dry-run']])),
  }).map(({ title, ids }) => [title.split(' (')[0], ...ids])

it('joins ignored preconditions of writes, apart from invalid objects', () => {
  const invalid = ['ERR-005', 'K8S-OBJ-007', 'K8S-OBJ-008', 'VALID-001', 'VALID-019']
  const rows = [...invalid, 'K8S-WRITE-006', 'K8S-WRITE-012'].map(id =>
    failing({ id, method: 'PUT', got: '200' }),
  )

  expect(found({}, ...rows)).toEqual([
    [
      'Preconditions of writes are ignored: an unknown resourceVersion in a PUT, the uid in a PUT',
      'K8S-WRITE-006',
      'K8S-WRITE-012',
    ],
    ['Invalid objects are stored', ...invalid],
  ])
  expect(found({}, failing({ id: 'K8S-WRITE-012', method: 'PUT', got: '200' }))).toEqual([
    ['A PUT with the uid of another object is performed', 'K8S-WRITE-012'],
  ])
})

it('makes one finding of dry runs that are never observed, also those of collections', () => {
  const rows = [
    failing({ id: 'DRY-001', method: 'GET', got: '200' }),
    failing({ id: 'DRY-004', method: 'GET', status: 404, got: '404 NotFound' }),
    failing({ id: 'K8S-DEL-017', method: 'GET', got: 'removed' }),
  ]

  expect(found({ 'dry-run': { had: 0, lacking: 9 } }, ...rows)).toEqual([
    ['Writes ignore dryRun=All and are stored', 'DRY-001', 'DRY-004', 'K8S-DEL-017'],
  ])
  expect(found({ 'dry-run': { had: 1, lacking: 9 } }, ...rows).flat()).toContain(
    'A dry run of the deletion of a collection deletes objects',
  )
})

it('makes one finding of paths of single health checks that are not served', () => {
  const rows = ['HEALTH-016', 'HEALTH-017', 'HEALTH-018'].map(id =>
    failing({ id, method: 'GET', status: 404, got: '404 NotFound' }),
  )

  expect(found({}, ...rows)).toEqual([
    ['A path of a single health check is not served', ...rows.map(({ id }) => id)],
  ])
})

it('keeps what admission must refuse, and paths that must not be served, apart from wrong parameters and invalid objects', () => {
  const invalid = ['ERR-005', 'K8S-OBJ-007', 'K8S-OBJ-008', 'VALID-001', 'VALID-019']
  const written = (...ids: string[]) => ids.map(id => failing({ id, method: 'POST', got: '201' }))
  const read = (...ids: string[]) =>
    ids.map(id => {
      const row = failing({ id, method: 'GET', got: '200' })
      if (row.failure) Object.assign(row.failure, expecting('404', '200'))
      return row
    })

  expect(
    found(
      {},
      ...written(
        ...invalid,
        'K8S-ADM-001',
        'K8S-ADM-015',
        'K8S-ADM-017',
        'K8S-ADM-020',
        'K8S-ADM-021',
      ),
      ...written('K8S-WRITE-019', 'K8S-CR-075'),
      ...read('K8S-CR-006', 'K8S-CR-032', 'K8S-CR-072'),
    ),
  ).toEqual(
    expect.arrayContaining([
      ['Invalid objects are stored', ...invalid],
      ['Admission policies have no effect', 'K8S-ADM-001', 'K8S-ADM-015'],
      ['Quotas are not enforced', 'K8S-ADM-017', 'K8S-ADM-020', 'K8S-ADM-021'],
      [
        'A write of the status with a stale resourceVersion is performed',
        'K8S-WRITE-019',
        'K8S-CR-075',
      ],
      [
        'Groups, versions and subresources that no definition declares are served',
        'K8S-CR-006',
        'K8S-CR-032',
        'K8S-CR-072',
      ],
    ]),
  )
})

it('keeps stale writes, missing versions, rules and applies apart from invalid objects', () => {
  const invalid = ['ERR-005', 'K8S-OBJ-007', 'K8S-OBJ-008', 'VALID-001', 'VALID-019']
  const done = (id: string, method: string, expected = 'a refusal (4xx)') => {
    const row = failing({ id, method, got: '200' })
    if (row.failure) Object.assign(row.failure, expecting(expected, '200'))
    return id.includes('APPLY') ? { ...row, section: 'server-side-apply' } : row
  }

  expect(
    found(
      {},
      ...invalid.map(id => done(id, 'POST', '422')),
      done('K8S-CR-074', 'PUT', '409'),
      done('K8S-CR-045', 'PUT', '422'),
      done('K8S-WRITE-004', 'PUT', '422'),
      done('K8S-CR-060', 'POST', '422'),
      done('K8S-CR-062', 'PATCH', '422'),
      done('K8S-APPLY-019', 'PATCH', '400'),
      done('K8S-WRITE-010', 'PUT', '400'),
    ),
  ).toEqual([
    ['Writes with a stale resourceVersion are performed', 'K8S-CR-074'],
    ['Invalid objects are stored', ...invalid],
    ['A PUT without a resourceVersion overwrites the object', 'K8S-CR-045', 'K8S-WRITE-004'],
    ['Validation rules', 'K8S-CR-060', 'K8S-CR-062'],
    ['200 instead of 400: K8S-APPLY-019', 'K8S-APPLY-019'],
    ['200 instead of 400: K8S-WRITE-010', 'K8S-WRITE-010'],
  ])
})

it('does not say of a conflict of managers, or of a dry run, that a stale write is performed', () => {
  const rows = ['APPLY-011', 'K8S-CR-093', 'DRY-025'].map(id => {
    const row = failing({ id, method: 'PATCH', got: '200' })
    if (row.failure) Object.assign(row.failure, expecting('409', '200'))
    return row
  })

  expect(found({}, ...rows).flat()).not.toContain(
    'Writes with a stale resourceVersion are performed',
  )
})

it('makes one part of validation of the warnings that a server gives only for some fields', () => {
  const invalid = ['ERR-005', 'K8S-OBJ-007', 'K8S-OBJ-008', 'VALID-001']
  const warned = ['VALID-003', 'VALID-009', 'VALID-010', 'K8S-VALID-003'].map((id, index) => {
    const expected = ['a warning about /x', 'one warning about /x', '299 - "duplicate"'][index % 3]
    const row = failing({ id, method: 'PUT', got: '[]' })
    if (row.failure) Object.assign(row.failure, { ...expecting(expected ?? '', '[]'), got: '[]' })
    delete row.failure?.expectedRefusal
    return { ...row, section: 'field-validation' }
  })
  const stored = invalid.map(id => failing({ id, method: 'POST', got: '201' }))

  // Other fields cause warnings.
  const counts = { warnings: { had: 1, lacking: 4 } }

  expect(found(counts, ...warned, ...stored)).toEqual([
    [
      'Validation is missing or incomplete: invalid objects, missing warnings',
      ...invalid,
      ...warned.map(({ id }) => id),
    ],
  ])
  expect(found(counts, ...warned)).toEqual([
    ['Some unknown and duplicate fields cause no warning', ...warned.map(({ id }) => id)],
  ])
})
