// Laws of what the rows of a Table show, beside the same objects in the ordinary form
// (scenarios/tables-twins.ts).

import { isDeepStrictEqual } from 'node:util'
import type { Exchange, History, Item } from '../../history/history.ts'
import { answered, at, itemsOf, read, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import type { Include } from '../../scenarios/table/tables-twins.ts'
import { valueAt } from '../../dsl/term.ts'
import { cellsOf, rowsOf } from './tables-notes.ts'
import { columnsOf, isTable, metaVersion } from './tables.ts'

type Twin = { table: Exchange; rows: unknown[]; items: Item[] }

/** A Table and the objects that its rows are of. */
export function* twinOf(
  history: History,
  labels: { table: string; plain: string },
): Generator<Observation, Twin> {
  const [table, plain] = [at(history, labels.table), at(history, labels.plain)]
  yield* given(succeeded(plain), `${plain.step} answered ${answered(plain)}`)
  yield* given(isTable(table), `${table.step} is no Table: ${answered(table)}`)
  yield* exactIsKept(history, table)
  const object = plain.answer?.body as Item
  return { table, rows: rowsOf(table.answer?.body), items: itemsOf(plain) ?? [object] }
}

/** Tables of a list at an exact version are of another state where that is ignored (LIST-025). */
export function* exactIsKept(history: History, table: Exchange): Generator<Observation> {
  const { resourceVersion, resourceVersionMatch } = table.request.query
  if (resourceVersionMatch !== 'Exact') return
  const exact = at(history, 'plain exact')
  yield* given(succeeded(exact), `${exact.step} answered ${answered(exact)}`)
  yield* given(
    read(exact, '/metadata/resourceVersion') === resourceVersion,
    'resourceVersionMatch=Exact is ignored (LIST-025)',
  )
}

/** Rows are known by their objects, which K8S-TABLE-003 asks for. */
function* objectsAreShown({ table, rows }: Twin): Generator<Observation> {
  const isShown = rows.every(row => nameOfItem(valueAt(row, '/object')) !== undefined)
  yield* given(isShown, `the rows of ${table.step} carry no objects (K8S-TABLE-003)`)
}

type Law = (history: History) => Generator<Observation>

type LawOfTwins = (history: History, twin: Twin) => Generator<Observation>

/** A law of the rows of these. A list can be judged only where exact versions are kept. */
const ofEach = (whats: ('get' | 'list')[], law: LawOfTwins): Law =>
  function* (history) {
    for (const what of whats) {
      const twin = yield* twinOf(history, { table: `Table ${what}`, plain: `plain ${what}` })
      yield* law(history, twin)
    }
  }

const ofBoth = (law: LawOfTwins): Law => ofEach(['get', 'list'], law)

const nameOfItem = (item: unknown): unknown => valueAt(item, '/metadata/name')

/** K8S-TABLE-001. */
export const rowsAreTheItems: Law = ofEach(['list', 'get'], function* (_history, twin) {
  const { table, rows, items } = twin
  if (rows.length === items.length) yield* objectsAreShown(twin)
  const expected = items.map(nameOfItem)
  const got = rows.map(row => nameOfItem(valueAt(row, '/object')))
  yield holds(isDeepStrictEqual(got, expected), {
    says: 'A Table has a row for each item of the list, in the same order.',
    expected,
    got,
    at: table,
  })
})

/** K8S-TABLE-002. */
export const rowsAreFull: Law = ofBoth(function* (_history, { table, rows }) {
  const expected = columnsOf(table.answer?.body).length
  for (const row of rows) {
    const got = cellsOf(row)
    yield holds(got.length === expected, {
      says: 'A row has as many cells as the Table has columns.',
      expected: `${expected} cells`,
      got,
      at: table,
    })
  }
})

/** What a row carries of its object by `includeObject`: nothing, its metadata, or all of it. */
function carried(history: History, item: Item, include: Include): unknown {
  if (include === 'None') return null
  if (include === 'Object') return bare(item)
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: metaVersion(history),
    metadata: item.metadata,
  }
}

/** Items of a list leave out what the list says of them all. */
const bare = ({ kind: _kind, apiVersion: _version, ...item }: Item): object => item

function* carries(
  history: History,
  { table, rows, items }: Twin,
  include: Include,
): Generator<Observation> {
  yield* given(rows.length === items.length, `${table.step} has other rows than there are items`)
  for (const [index, item] of items.entries()) {
    const object: unknown = valueAt(rows[index], '/object') ?? null
    const got = include === 'Object' && object !== null ? bare(object as Item) : object
    yield holds(isDeepStrictEqual(got, carried(history, item, include)), {
      says: `With includeObject=${include} a row carries ${carriedWords[include]}.`,
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

/** Without `includeObject` (K8S-TABLE-003). */
export const rowsCarryMetadata: Law = ofBoth((history, twin) => carries(history, twin, 'Metadata'))

/** K8S-TABLE-004. */
export function* rowsCarryWhatIsIncluded(history: History): Generator<Observation> {
  for (const what of ['get', 'list'])
    for (const include of ['None', 'Metadata', 'Object'] as const) {
      const labels = { table: `${include} ${what}`, plain: `plain ${what}` }
      yield* carries(history, yield* twinOf(history, labels), include)
    }
}

/** K8S-TABLE-006: versions and counts are those of the list, and tokens lead to the same rest. */
export function* metadataIsOfTheList(history: History): Generator<Observation> {
  const { table } = yield* twinOf(history, { table: 'Table list', plain: 'plain list' })
  const plain = at(history, 'plain list')
  for (const member of ['resourceVersion', 'remainingItemCount']) {
    const [got, expected] = [table, plain].map(one => read(one, `/metadata/${member}`))
    yield holds(got === expected, {
      says: `The ${member} of a Table is that of the list.`,
      expected: expected ?? 'none',
      got: got ?? 'none',
      at: table,
    })
  }
  const isWhole = !read(plain, '/metadata/continue')
  yield holds(isWhole === !read(table, '/metadata/continue'), {
    says: 'A Table has a token where the list has one.',
    expected: isWhole ? 'no token' : 'a token',
    got: read(table, '/metadata'),
    at: table,
  })
  if (isWhole) return

  const rest = yield* twinOf(history, { table: 'Table rest', plain: 'plain rest' })
  if (rest.rows.length === rest.items.length) yield* objectsAreShown(rest)
  const [got, expected] = [rest.rows.map(row => valueAt(row, '/object')), rest.items].map(all =>
    all.map(nameOfItem),
  )
  yield holds(isDeepStrictEqual(got, expected), {
    says: 'The token of a Table leads to the rows that follow.',
    expected,
    got,
    at: rest.table,
  })
}

/** K8S-TABLE-007, and for writes K8S-TABLE-009: one row, and the version of its object. */
export const isTableOf = (labels: { table: string; plain: string }): Law =>
  function* (history) {
    const asked = at(history, labels.table)
    yield* given(succeeded(asked), `${asked.step} answered ${answered(asked)}`)
    yield holds(isTable(asked), {
      says: 'Who accepts only a Table is answered with one.',
      expected: 'Table',
      got: read(asked, '/kind'),
      at: asked,
    })
    const twin = yield* twinOf(history, labels)
    const { table, rows, items } = twin
    if (rows.length === 1) yield* objectsAreShown(twin)
    const [row, ...others] = rows
    const object = valueAt(row, '/object')
    const isIt = isDeepStrictEqual(valueAt(object, '/metadata'), items[0]?.metadata)
    yield holds(isIt && others.length === 0, {
      says: 'The Table of one object has one row, which is of that object.',
      expected: [items[0]?.metadata],
      got: rows.map(one => valueAt(one, '/object/metadata')),
      at: table,
    })
    const version = items[0]?.metadata['resourceVersion']
    yield holds(read(table, '/metadata/resourceVersion') === version, {
      says: 'The Table of one object has the version of that object.',
      expected: version,
      got: read(table, '/metadata/resourceVersion'),
      at: table,
    })
  }

/** K8S-TABLE-008. */
export const namesStandInTheirCells: Law = ofBoth(function* (_history, { table, rows, items }) {
  const columns = columnsOf(table.answer?.body)
  const at = columns.findIndex(column => valueAt(column, '/format') === 'name')
  yield holds(at >= 0, {
    says: 'A Table has a column of the format name.',
    expected: 'format name',
    got: columns.map(column => valueAt(column, '/format')),
    at: table,
  })
  yield* given(rows.length === items.length, `${table.step} has other rows than there are items`)
  for (const [index, item] of items.entries()) {
    const got = cellsOf(rows[index])[at]
    yield holds(got === item.metadata['name'], {
      says: "The cell of the column of names is the name of the row's object.",
      expected: item.metadata['name'],
      got,
      at: table,
    })
  }
})
