import { describe, expect, test } from 'vitest'
import type { History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  columnsAreAnArray,
  columnsAreTheDefaults,
  defaultColumnIs,
  everyColumnHas,
  fallbackIsServedInsteadOfTable,
  getsAreTables,
  typeWithoutTablesIsNotAcceptable,
  kindIsTable,
  parametersChooseTheForm,
  tableVersionIsMetaVersion,
} from './tables.ts'

const name = { name: 'Name', type: 'string' }
const createdAt = { name: 'Created At', type: 'date' }
const table = {
  kind: 'Table',
  apiVersion: 'meta.cluster.example/v1',
  columnDefinitions: [name, createdAt],
}
const plain = { kind: 'LeaseList', items: [] }

const broken = [expect.stringMatching(/\.$/)]

type Law = (history: History) => Generator<Observation>
const judged = (law: Law, body: unknown, label = 'Table list', status = 200) =>
  observationTexts(law(historyOfExchanges(exchangeOf(label, status, body))))

describe('a Table', () => {
  const faults: [fault: string, law: Law, body: unknown][] = [
    ['the ordinary form', parametersChooseTheForm, plain],
    ['another kind', kindIsTable, { ...table, kind: 'TableList' }],
    ['another version', tableVersionIsMetaVersion, { ...table, apiVersion: 'v1' }],
    ['columns by name', columnsAreAnArray, { ...table, columnDefinitions: {} }],
    ['no columns', columnsAreAnArray, { ...table, columnDefinitions: null }],
    ['a third column', columnsAreTheDefaults, withColumns(name, createdAt, name)],
    ['another order', columnsAreTheDefaults, withColumns(createdAt, name)],
    ['a column without a name', everyColumnHas('name'), withColumns({ type: 'date' })],
    ['a column of type 1', everyColumnHas('type'), withColumns({ name: 'Name', type: 1 })],
    ['a name of no type', defaultColumnIs(name), withColumns({ name: 'Name' })],
  ]

  test.each(faults)('is broken by %s', (_fault, law, body) => {
    expect(judged(law, body)).toEqual(broken)
    expect(judged(law, table)).toEqual(['held'])
    expect(judged(law, { reason: 'NotAcceptable' }, 'Table list', 406)).toEqual([])
    expect(judged(law, undefined, 'Table list', 503)).toEqual(['preconditionUnmet'])
  })
})

function withColumns(...columnDefinitions: unknown[]) {
  return { ...table, columnDefinitions }
}

test('a request that does not ask for a Table gets none', () => {
  expect(judged(parametersChooseTheForm, plain, 'plain list')).toEqual(['held'])
  expect(judged(parametersChooseTheForm, table, 'plain list')).toEqual(broken)
})

test('an object is returned as a Table like a list', () => {
  const read = (list: unknown, object: unknown) =>
    observationTexts(
      getsAreTables(
        historyOfExchanges(
          exchangeOf('Table list', 200, list),
          exchangeOf('Table get', 200, object),
        ),
      ),
    )

  expect(read(table, table)).toEqual(['held'])
  expect(read(table, { kind: 'Lease' })).toEqual(broken)
  expect(read(plain, { kind: 'Lease' })).toEqual([])
})

describe('a type without Tables', () => {
  const review = { kind: 'SubjectAccessReview' }
  const judgedAnswer = (law: Law, label: string, status: number, body: unknown) =>
    observationTexts(
      law(historyOfExchanges(exchangeOf('twin', 201, review), exchangeOf(label, status, body))),
    )

  test('is refused if only a Table is accepted', () => {
    expect(judgedAnswer(typeWithoutTablesIsNotAcceptable, 'table alone', 406, {})).toEqual(['held'])
    expect(judgedAnswer(typeWithoutTablesIsNotAcceptable, 'table alone', 201, review)).toEqual(
      broken,
    )
    expect(judgedAnswer(typeWithoutTablesIsNotAcceptable, 'table alone', 400, {})).toEqual(broken)
    expect(judgedAnswer(typeWithoutTablesIsNotAcceptable, 'table alone', 503, {})).toEqual([
      'preconditionUnmet',
    ])
  })

  test('is returned in its ordinary form if that is accepted', () => {
    expect(judgedAnswer(fallbackIsServedInsteadOfTable, 'table or json', 201, review)).toEqual([
      'held',
    ])
    expect(judgedAnswer(fallbackIsServedInsteadOfTable, 'table or json', 406, {})).toEqual(broken)
    expect(judgedAnswer(fallbackIsServedInsteadOfTable, 'table or json', 201, table)).toEqual(
      broken,
    )
  })
})
