import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { ApiObject, JsonObject } from '../../api/object.ts'
import { agesAt } from './age-text.ts'
import { columnsOf } from './columns.ts'
import type { Cell } from '../../api/column.ts'

type Case = {
  /** The group, in which `*` stands for the API's domain, and the kind. */
  kind: string
  metadata?: JsonObject
  isDeleted?: true
  fields?: JsonObject
  spec?: JsonObject
  status?: JsonObject
  /** By column. */
  cells: { [column: string]: Cell }
}

const cases = parse(readFileSync(new URL('cells.cases.yaml', import.meta.url), 'utf8')) as Case[]

const apiDomain = 'cluster.example'
const now = Date.UTC(2026, 0, 1)

it.each(cases)('for $kind are $cells', example => {
  const [group = '', kind = ''] = example.kind.replace('*', apiDomain).split('/')
  const columns = columnsOf({ group, kind }, apiDomain)
  const wanted = columns.filter(({ name }) => Object.hasOwn(example.cells, name))

  const cells = wanted.map(({ name, cell }) => [name, cell(objectOf(example), agesAt(now))])

  expect(Object.fromEntries(cells)).toEqual(example.cells)
})

function objectOf({ metadata, isDeleted, fields, spec, status }: Case): ApiObject {
  const deletionTimestamp = '2025-12-31T23:59:00Z'
  return {
    kind: '',
    apiVersion: 'v1',
    metadata: { name: 'case', ...metadata, ...(isDeleted && { deletionTimestamp }) },
    ...fields,
    ...(spec && { spec }),
    ...(status && { status }),
  }
}

it('a cell is computed in linear time', () => {
  const addresses = Array.from({ length: 20_000 }, () => ({ ip: '192.0.2.1' }))
  const ports = Array.from({ length: 20_000 }, (_, port) => ({ port }))
  const endpoints = { ...objectOf({ kind: '', cells: {} }), subsets: [{ addresses, ports }] }
  const columns = columnsOf({ group: '', kind: 'Endpoints' }, apiDomain)

  const cells = columns.map(({ cell }) => cell(endpoints, agesAt(now)))

  expect(cells[1]).toBe('192.0.2.1:0,192.0.2.1:0,192.0.2.1:0 + 399999997 more...')
})
