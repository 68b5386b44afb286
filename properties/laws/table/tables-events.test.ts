import { describe, expect, test } from 'vitest'
import { historyOfWrites, observationTexts } from '../../history/test-writes.ts'
import { watchEventDocument, watchExchangeOf } from '../../history/test-watches.ts'
import {
  bookmarksAreTables,
  columnsComeOnce,
  eventsAreTablesOfOneRow,
  eventsShowMetadata,
} from './tables-events.ts'

const metadata = { name: 'a', resourceVersion: '7' }
const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.cluster.example/v1', metadata }
const columns = [{ name: 'Name', type: 'string' }]
const row = { cells: ['a'], object: partial }

const table = (more: object = {}) => ({
  kind: 'Table',
  apiVersion: 'meta.cluster.example/v1',
  metadata: { resourceVersion: '7' },
  columnDefinitions: null,
  rows: [row],
  ...more,
})
const withColumns = table({ columnDefinitions: columns })

const plain = watchExchangeOf('plain watch', [watchEventDocument('ADDED', { metadata, spec: {} })])
const broken = expect.stringMatching(/\.$/)

describe('the Table of an event', () => {
  const judged = (type: string, object: object) =>
    observationTexts(
      eventsAreTablesOfOneRow(
        historyOfWrites([
          plain,
          watchExchangeOf('Table watch', [watchEventDocument(type, { ...object })]),
        ]),
      ),
    )

  test('has one row for the object of the event', () => {
    expect(judged('ADDED', withColumns)).toEqual(['held'])
  })

  test.each([
    ['the object itself', 'ADDED', { metadata, spec: {} }],
    ['another type', 'MODIFIED', withColumns],
    ['no rows', 'ADDED', table({ rows: [] })],
    ['two rows', 'ADDED', table({ rows: [row, row] })],
    ['another version', 'ADDED', table({ metadata: { resourceVersion: '8' } })],
  ])('is broken by %s', (_fault, type, object) => {
    expect(judged(type, object)).toContainEqual(broken)
  })

  test('is inconclusive before an event arrives', () => {
    const history = historyOfWrites([plain, watchExchangeOf('Table watch', [])])

    expect(observationTexts(eventsAreTablesOfOneRow(history))).toEqual(['preconditionUnmet'])
  })
})

test('columns are sent once, and all rows have as many cells', () => {
  const judged = (...tables: object[]) =>
    observationTexts(
      columnsComeOnce(
        historyOfWrites([
          watchExchangeOf(
            'Table watch',
            tables.map(one => watchEventDocument('ADDED', { ...one })),
          ),
        ]),
      ),
    )

  expect(judged(withColumns, table())).toEqual(['held'])
  expect(judged(table(), table())).toContainEqual(broken)
  expect(judged(withColumns, withColumns)).toContainEqual(broken)
  expect(judged(withColumns, table({ rows: [{ cells: [] }] }))).toContainEqual(broken)
  expect(judged(withColumns)).toEqual(['preconditionUnmet'])
})

test('the bookmark after the initial state has its annotation in a row', () => {
  const mark = { annotations: { 'k8s.io/initial-events-end': 'true' } }
  const marked = table({ rows: [{ cells: [''], object: { metadata: mark } }] })
  const bare = table({ rows: [{ cells: ['a'], object: null }] })
  const judged = (event: object, bookmark: object) =>
    observationTexts(
      bookmarksAreTables(
        historyOfWrites([
          watchExchangeOf('Table watch', [
            watchEventDocument('ADDED', { ...event }),
            watchEventDocument('BOOKMARK', { ...bookmark }),
          ]),
        ]),
      ),
    )

  expect(judged(bare, marked)).toEqual(['held'])
  expect(judged(table(), marked)).toContainEqual(broken)
  expect(judged(bare, bare)).toContainEqual(broken)
  expect(judged(bare, { ...marked, metadata: {} })).toContainEqual(broken)
})

test('an event of PartialObjectMetadata contains nothing else', () => {
  const judged = (object: object) =>
    observationTexts(
      eventsShowMetadata(
        historyOfWrites([
          plain,
          watchExchangeOf('PartialObjectMetadata watch', [
            watchEventDocument('ADDED', { ...object }),
          ]),
        ]),
      ),
    )

  expect(judged(partial)).toEqual(['held'])
  expect(judged({ ...partial, spec: {} })).toContainEqual(broken)
  expect(judged({ metadata })).toContainEqual(broken)
})

test('a difference of the metadata is named by its place', () => {
  const annotated = { ...partial, metadata: { ...metadata, annotations: { a: '' } } }
  const history = historyOfWrites([
    plain,
    watchExchangeOf('PartialObjectMetadata watch', [watchEventDocument('ADDED', annotated)]),
  ])

  expect([...eventsShowMetadata(history)]).toMatchObject([
    { kind: 'violated', expected: '/metadata/annotations: nothing', got: 'an object' },
  ])
})
