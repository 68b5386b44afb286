// Judges the rows of a Table against the same objects in the ordinary form
// (scenarios/tables-with-controls.ts).

import { isDeepStrictEqual } from 'node:util'
import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  itemsOf,
  bodyValueAt,
  isSuccess,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import type { IncludeObject } from '../../scenarios/table/tables-with-controls.ts'
import { valueAt } from '../../dsl/term.ts'
import { rowCells, tableRows } from './tables-notes.ts'
import { tableColumns, isTable, metaVersion } from './tables.ts'

type Twin = { table: Exchange; rows: unknown[]; items: Item[] }

/** Returns a Table and the objects of its rows. */
export function* requireTableWithPlain(
  history: History,
  labels: { table: string; plain: string },
): Generator<Observation, Twin> {
  const [table, plain] = [exchangeAt(history, labels.table), exchangeAt(history, labels.plain)]
  yield* precondition(isSuccess(plain), `${plain.step} returned ${answerSummary(plain)}`)
  yield* precondition(isTable(table), `${table.step} is not a Table: ${answerSummary(table)}`)
  yield* exactIsKept(history, table)
  const object = plain.answer?.body as Item
  return { table, rows: tableRows(table.answer?.body), items: itemsOf(plain) ?? [object] }
}

/**
 * The precondition that the server keeps exact versions. Otherwise a Table at an exact version
 * shows another state (LIST-025).
 */
export function* exactIsKept(history: History, table: Exchange): Generator<Observation> {
  const { resourceVersion, resourceVersionMatch } = table.request.query
  if (resourceVersionMatch !== 'Exact') return
  const exact = exchangeAt(history, 'plain exact')
  yield* precondition(isSuccess(exact), `${exact.step} returned ${answerSummary(exact)}`)
  yield* precondition(
    bodyValueAt(exact, '/metadata/resourceVersion') === resourceVersion,
    'resourceVersionMatch=Exact is ignored (LIST-025)',
  )
}

/**
 * The precondition that rows contain objects, as K8S-TABLE-003 requires. They identify the rows.
 */
function* objectsAreShown({ table, rows }: Twin): Generator<Observation> {
  const isShown = rows.every(row => nameOfItem(valueAt(row, '/object')) !== undefined)
  yield* precondition(isShown, `the rows of ${table.step} have no objects (K8S-TABLE-003)`)
}

type Law = (history: History) => Generator<Observation>

type LawOfTwins = (history: History, twin: Twin) => Generator<Observation>

/**
 * Applies a law to the rows of these Tables. A list is judged only if the server keeps exact
 * versions.
 */
const ofEach = (whats: ('get' | 'list')[], law: LawOfTwins): Law =>
  function* (history) {
    for (const what of whats) {
      const twin = yield* requireTableWithPlain(history, {
        table: `Table ${what}`,
        plain: `plain ${what}`,
      })
      yield* law(history, twin)
    }
  }

const ofBoth = (law: LawOfTwins): Law => ofEach(['get', 'list'], law)

const nameOfItem = (item: unknown): unknown => valueAt(item, '/metadata/name')

/** K8S-TABLE-001: a Table has a row for each item of the list, in the same order. */
export const rowsMatchItems: Law = ofEach(['list', 'get'], function* (_history, twin) {
  const { table, rows, items } = twin
  if (rows.length === items.length) yield* objectsAreShown(twin)
  const expected = items.map(nameOfItem)
  const got = rows.map(row => nameOfItem(valueAt(row, '/object')))
  yield verify(isDeepStrictEqual(got, expected), {
    says: 'A Table has a row for each item of the list, in the same order.',
    expected,
    got,
    at: table,
  })
})

/** K8S-TABLE-002: a row has as many cells as the Table has columns. */
export const rowsHaveACellPerColumn: Law = ofBoth(function* (_history, { table, rows }) {
  const expected = tableColumns(table.answer?.body).length
  for (const row of rows) {
    const got = rowCells(row)
    yield verify(got.length === expected, {
      says: 'A row has as many cells as the Table has columns.',
      expected: `${expected} cells`,
      got,
      at: table,
    })
  }
})

/** Returns the object of a row by `includeObject`: none, its metadata, or the whole object. */
function carried(history: History, item: Item, include: IncludeObject): unknown {
  if (include === 'None') return null
  if (include === 'Object') return bare(item)
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: metaVersion(history),
    metadata: item.metadata,
  }
}

/** Removes kind and apiVersion, which items of a list omit. */
const bare = ({ kind: _kind, apiVersion: _version, ...item }: Item): object => item

function* carries(
  history: History,
  { table, rows, items }: Twin,
  include: IncludeObject,
): Generator<Observation> {
  yield* precondition(
    rows.length === items.length,
    `${table.step} has other rows than the list has items`,
  )
  for (const [index, item] of items.entries()) {
    const object: unknown = valueAt(rows[index], '/object') ?? null
    const got = include === 'Object' && object !== null ? bare(object as Item) : object
    yield verify(isDeepStrictEqual(got, carried(history, item, include)), {
      says: `With includeObject=${include}, a row has ${carriedWords[include]}.`,
      expected: carried(history, item, include),
      got,
      at: table,
    })
  }
}

const carriedWords = {
  None: 'no object',
  Metadata: "its object's metadata as a PartialObjectMetadata",
  Object: 'its whole object',
}

/** K8S-TABLE-003: without `includeObject` a row contains the metadata of its object. */
export const rowsCarryMetadata: Law = ofBoth((history, twin) => carries(history, twin, 'Metadata'))

/** K8S-TABLE-004: a row contains the part of its object that `includeObject` requests. */
export function* rowsCarryWhatIsIncluded(history: History): Generator<Observation> {
  for (const what of ['get', 'list'])
    for (const include of ['None', 'Metadata', 'Object'] as const) {
      const labels = { table: `${include} ${what}`, plain: `plain ${what}` }
      yield* carries(history, yield* requireTableWithPlain(history, labels), include)
    }
}

/**
 * K8S-TABLE-006: a Table has the version and the count of the list, and its token returns the same
 * rest.
 */
export function* metadataIsOfTheList(history: History): Generator<Observation> {
  const { table } = yield* requireTableWithPlain(history, {
    table: 'Table list',
    plain: 'plain list',
  })
  const plain = exchangeAt(history, 'plain list')
  // First, because without a token the rest of the list is lost.
  const isWhole = !bodyValueAt(plain, '/metadata/continue')
  yield verify(isWhole === !bodyValueAt(table, '/metadata/continue'), {
    says: 'A Table has a continue token if the list has one.',
    expected: isWhole ? 'no token' : 'a token',
    got: bodyValueAt(table, '/metadata'),
    at: table,
  })
  for (const member of ['resourceVersion', 'remainingItemCount']) {
    const [got, expected] = [table, plain].map(one => bodyValueAt(one, `/metadata/${member}`))
    yield verify(got === expected, {
      says: `The ${member} of a Table is that of the list.`,
      expected: expected ?? 'none',
      got: got ?? 'none',
      at: table,
    })
  }
  if (isWhole) return

  const rest = yield* requireTableWithPlain(history, { table: 'Table rest', plain: 'plain rest' })
  if (rest.rows.length === rest.items.length) yield* objectsAreShown(rest)
  const [got, expected] = [rest.rows.map(row => valueAt(row, '/object')), rest.items].map(all =>
    all.map(nameOfItem),
  )
  yield verify(isDeepStrictEqual(got, expected), {
    says: 'The continue token of a Table returns the rows that follow.',
    expected,
    got,
    at: rest.table,
  })
}

/**
 * K8S-TABLE-007, and for writes K8S-TABLE-009: a Table of one object has one row and the version of
 * the object.
 */
export const tableShowsOneObject = (labels: { table: string; plain: string }): Law =>
  function* (history) {
    const asked = exchangeAt(history, labels.table)
    yield* precondition(isSuccess(asked), `${asked.step} returned ${answerSummary(asked)}`)
    yield verify(isTable(asked), {
      says: 'A request that accepts only a Table gets one.',
      expected: 'Table',
      got: bodyValueAt(asked, '/kind'),
      at: asked,
    })
    const twin = yield* requireTableWithPlain(history, labels)
    const { table, rows, items } = twin
    if (rows.length === 1) yield* objectsAreShown(twin)
    const [row, ...others] = rows
    const object = valueAt(row, '/object')
    const isSameObject = isDeepStrictEqual(valueAt(object, '/metadata'), items[0]?.metadata)
    yield verify(isSameObject && others.length === 0, {
      says: 'The Table of one object has one row, for that object.',
      expected: [items[0]?.metadata],
      got: rows.map(one => valueAt(one, '/object/metadata')),
      at: table,
    })
    const version = items[0]?.metadata['resourceVersion']
    yield verify(bodyValueAt(table, '/metadata/resourceVersion') === version, {
      says: 'The Table of one object has the version of that object.',
      expected: version,
      got: bodyValueAt(table, '/metadata/resourceVersion'),
      at: table,
    })
  }

/**
 * K8S-TABLE-008: a Table has a column of the format name, whose cells contain the names of the
 * objects.
 */
export const namesStandInTheirCells: Law = ofBoth(function* (_history, { table, rows, items }) {
  const columns = tableColumns(table.answer?.body)
  const nameIndex = columns.findIndex(column => valueAt(column, '/format') === 'name')
  yield verify(nameIndex >= 0, {
    says: 'A Table has a column of the format name.',
    expected: 'format name',
    got: columns.map(column => valueAt(column, '/format')),
    at: table,
  })
  yield* precondition(
    rows.length === items.length,
    `${table.step} has other rows than the list has items`,
  )
  for (const [index, item] of items.entries()) {
    const got = rowCells(rows[index])[nameIndex]
    yield verify(got === item.metadata['name'], {
      says: "The cell of the name column is the name of the row's object.",
      expected: item.metadata['name'],
      got,
      at: table,
    })
  }
})
