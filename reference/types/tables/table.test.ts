import { expect, it } from 'vitest'
import type { Resource, View } from '../../api/resource.ts'
import { columnsOf, defaultColumns } from './columns.ts'
import { agesAt } from './age-text.ts'
import { columnDefinitionsOf, tableRowOf } from './table.ts'

const apiDomain = 'cluster.example'
const apiVersion = 'meta.cluster.example/v1'
const now = Date.UTC(2026, 0, 1)

const lease = {
  kind: 'Lease',
  apiVersion: 'coordination.cluster.example/v1',
  metadata: { name: 'a', creationTimestamp: '2025-12-31T23:55:00Z' },
  spec: { holderIdentity: 'me' },
}
const leases = columnsOf({ group: 'coordination.cluster.example', kind: 'Lease' }, apiDomain)
const options = { columns: leases, writeAge: agesAt(now), apiVersion }

it('a type without columns has its name and creation time', () => {
  const columns = columnsOf({ group: 'example.org', kind: 'Lease' }, apiDomain)

  const { cells } = tableRowOf(lease, { ...options, columns, includeObject: 'None' })

  expect(cells).toEqual(['a', '2025-12-31T23:55:00Z'])
  expect(columnDefinitionsOf(columns)).toMatchObject([
    { name: 'Name', type: 'string', format: 'name', priority: 0 },
    { name: 'Created At', type: 'date', format: '', priority: 0 },
  ])
})

it('a type of the same kind in another group does not get built-in columns', () => {
  const groups = ['coordination.example.org', 'apps.example.org', '*', 'coordination.*']

  const columns = groups.map(group => columnsOf({ group, kind: 'Lease' }, apiDomain))

  expect(columns.every(one => one === defaultColumns)).toBe(true)
})

it('a row contains the metadata of its object, the object, or nothing', () => {
  const rows = (['Metadata', 'Object', 'None'] as const).map(includeObject =>
    tableRowOf(lease, { ...options, includeObject }),
  )

  expect(rows).toEqual([
    {
      cells: ['a', 'me', '5m'],
      object: { kind: 'PartialObjectMetadata', apiVersion, metadata: lease.metadata },
    },
    { cells: ['a', 'me', '5m'], object: lease },
    { cells: ['a', 'me', '5m'], object: null },
  ])
})

it('cells are computed from the stored object, and the row contains the shown one', () => {
  const shown = { ...lease, apiVersion: 'coordination.cluster.example/v2', spec: {} }

  const row = tableRowOf(lease, { ...options, shown, includeObject: 'Object' })

  expect(row).toEqual({ cells: ['a', 'me', '5m'], object: shown })
})

it('a type that is a view of another type has the columns of that type', () => {
  const core = { group: '', kind: 'Event' } as Resource
  const view: View = { storedResource: core, toView: event => event, fromView: event => event }

  const columns = columnsOf({ group: 'events.cluster.example', kind: 'Event', view }, apiDomain)

  expect(columns).toBe(columnsOf(core, apiDomain))
  expect(columns).not.toBe(defaultColumns)
})

it('a completed pod has a condition in its row, other objects have none', () => {
  const phases = ['Succeeded', 'Failed', 'Running']
  const objects = phases.flatMap(phase => [
    { ...lease, kind: 'Pod', apiVersion: 'v1', status: { phase } },
    { ...lease, status: { phase } },
  ])

  const rows = objects.map(object => tableRowOf(object, { ...options, includeObject: 'None' }))

  expect(
    rows.map(({ conditions }) => conditions?.map(one => [one.type, one.status, one.reason])),
  ).toEqual([
    [['Completed', 'True', 'Succeeded']],
    undefined,
    [['Completed', 'True', 'Failed']],
    undefined,
    undefined,
    undefined,
  ])
})

it('all five members of a column are always present', () => {
  const definitions = columnDefinitionsOf(leases)

  expect(definitions.map(({ name }) => name)).toEqual(['Name', 'Holder', 'Age'])
  expect(definitions.every(row => Object.keys(row).length === 5)).toBe(true)
})

it('a bookmark has a row too', () => {
  const bookmark = { kind: 'Lease', apiVersion: 'v1', metadata: { resourceVersion: '7' } }

  const rows = [leases, defaultColumns].map(columns =>
    tableRowOf(bookmark, { ...options, columns, includeObject: 'None' }),
  )

  expect(rows.map(({ cells }) => cells)).toEqual([
    ['', '', '<unknown>'],
    ['', '0001-01-01T00:00:00Z'],
  ])
})
