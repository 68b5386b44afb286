import { describe, expect, test } from 'vitest'
import type { History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  tableShowsOneObject,
  metadataIsOfTheList,
  namesStandInTheirCells,
  rowsHaveACellPerColumn,
  rowsMatchItems,
  rowsCarryMetadata,
  rowsCarryWhatIsIncluded,
} from './tables-rows.ts'

const item = (name: string) => ({ metadata: { name, resourceVersion: `of ${name}` }, spec: {} })
const rowOf = (name: string) => ({
  cells: [name, '1s'],
  object: {
    kind: 'PartialObjectMetadata',
    apiVersion: 'meta.cluster.example/v1',
    metadata: item(name).metadata,
  },
})

const tableOf = (rows: unknown[], metadata: object = {}) => ({
  kind: 'Table',
  apiVersion: 'meta.cluster.example/v1',
  metadata,
  columnDefinitions: [
    { name: 'Name', type: 'string', format: 'name' },
    { name: 'Age', type: 'string', format: '' },
  ],
  rows,
})

const [a, b] = [rowOf('a'), rowOf('b')]
const whole = tableOf([a, b], { resourceVersion: '7' })
const list = { metadata: { resourceVersion: '7' }, items: [item('a'), item('b')] }
const single = tableOf([a], { resourceVersion: 'of a' })

type Law = (history: History) => Generator<Observation>
const broken = expect.stringMatching(/\.$/)

/** Judges Tables against a list of a and b and against the object a. */
const judged = (law: Law, { list: table = whole as object, get = single as object } = {}) =>
  observationTexts(
    law(
      historyOfExchanges(
        exchangeOf('plain list', 200, list),
        exchangeOf('Table list', 200, table),
        exchangeOf('plain get', 200, item('a')),
        exchangeOf('Table get', 200, get),
      ),
    ),
  )

describe('the rows of a Table', () => {
  const laws: [fault: string, law: Law, table: object][] = [
    ['another order', rowsMatchItems, tableOf([b, a])],
    ['a row too many', rowsMatchItems, tableOf([a, b, b])],
    ['no rows', rowsMatchItems, { ...whole, rows: null }],
    ['a cell too few', rowsHaveACellPerColumn, tableOf([a, { ...b, cells: ['b'] }])],
    ['a row without an object', rowsCarryMetadata, tableOf([a, { ...b, object: null }])],
    ['the object of another', rowsCarryMetadata, tableOf([a, { ...b, object: a.object }])],
    ['another name', namesStandInTheirCells, tableOf([a, { ...b, cells: ['x', '1s'] }])],
    ['no column of names', namesStandInTheirCells, { ...whole, columnDefinitions: [] }],
  ]

  test.each(laws)('are broken by %s', (_fault, law, table) => {
    expect(judged(law)).toEqual(['held'])
    expect(judged(law, { list: table })).toContainEqual(broken)
    expect(judged(law, { list })).toContain('preconditionUnmet')
    expect(judged(law, { list })).not.toContainEqual(broken)
  })

  test('contain the objects that includeObject requests', () => {
    const rows = {
      None: { cells: [] },
      Metadata: a,
      Object: { cells: [], object: { kind: 'Lease', ...item('a') } },
    }
    const verdicts = (shown: Record<string, unknown>) => {
      const tables = Object.entries(shown).flatMap(([include, row]) =>
        ['list', 'get'].map(what => exchangeOf(`${include} ${what}`, 200, tableOf([row]))),
      )
      const plain = exchangeOf('plain list', 200, { ...list, items: [item('a')] })
      const one = exchangeOf('plain get', 200, item('a'))
      return observationTexts(rowsCarryWhatIsIncluded(historyOfExchanges(plain, one, ...tables)))
    }

    expect(verdicts(rows)).toEqual(['held'])
    for (const include of ['None', 'Object'])
      expect(verdicts({ ...rows, [include]: a })).toContainEqual(broken)
    expect(verdicts({ ...rows, Metadata: { cells: [] } })).toContainEqual(broken)
  })
})

test('rows without objects are inconclusive for their order', () => {
  const bare = { ...whole, rows: [{ cells: ['a', '1s'] }, { cells: ['b', '1s'] }] }
  const one = { ...single, rows: [{ cells: ['a', '1s'] }] }

  expect(judged(rowsMatchItems, { list: bare })).toEqual(['preconditionUnmet'])
  expect(judged(rowsMatchItems, { list: { ...bare, rows: [{ cells: [] }] } })).toContainEqual(
    broken,
  )
  expect(judged(rowsCarryMetadata, { list: bare })).toContainEqual(broken)
  const law = tableShowsOneObject({ table: 'Table get', plain: 'plain get' })
  expect(judged(law, { get: one })).toEqual(['held', 'preconditionUnmet'])
})

test('a Table at an exact version is inconclusive if exact versions are ignored', () => {
  const query = { resourceVersion: '7', resourceVersionMatch: 'Exact' }
  const table = exchangeOf('Table list', 200, tableOf([a], { resourceVersion: '8' }), {
    request: { query },
  })
  const plain = exchangeOf('plain list', 200, { ...list, items: [item('a')] })
  const verdicts = (resourceVersion: string) => {
    const exact = exchangeOf('plain exact', 200, { metadata: { resourceVersion }, items: [] })
    return observationTexts(metadataIsOfTheList(historyOfExchanges(plain, table, exact)))
  }

  expect(verdicts('7')).toContainEqual(broken)
  expect(verdicts('8')).toEqual(['preconditionUnmet'])
})

describe('the Table of one object', () => {
  const law = tableShowsOneObject({ table: 'Table get', plain: 'plain get' })

  test('has its row and its version', () => {
    expect(judged(law)).toEqual(['held'])
  })

  test.each([
    ['the object itself', item('a')],
    ['two rows', tableOf([a, b], { resourceVersion: 'of a' })],
    ['no version', tableOf([a])],
  ])('is broken by %s', (_fault, get) => {
    expect(judged(law, { get })).toContainEqual(broken)
  })
})

describe('the metadata of a Table', () => {
  const chunk = { resourceVersion: '7', remainingItemCount: 1, continue: 'x' }
  const chunks = (metadata: object, rest: object) =>
    observationTexts(
      metadataIsOfTheList(
        historyOfExchanges(
          exchangeOf('plain list', 200, { metadata: chunk, items: [item('a')] }),
          exchangeOf('Table list', 200, tableOf([a], metadata)),
          exchangeOf('plain rest', 200, { metadata: {}, items: [item('b')] }),
          exchangeOf('Table rest', 200, rest),
        ),
      ),
    )

  test('is that of the list, and its token continues the list', () => {
    expect(chunks({ ...chunk, continue: 'y' }, tableOf([b]))).toEqual(['held'])
  })

  test.each([
    ['another version', { ...chunk, resourceVersion: '8' }, tableOf([b])],
    ['another count', { ...chunk, remainingItemCount: 2 }, tableOf([b])],
    ['no token', { ...chunk, continue: '' }, tableOf([b])],
    ['a token to the beginning', chunk, tableOf([a])],
  ])('is broken by %s', (_fault, metadata, rest) => {
    expect(chunks(metadata, rest)).toContainEqual(broken)
  })
})
