// Compares a genuine server's Table with the one that the reference's code makes of its objects.

import { agesAt } from '../../reference/types/tables/age-text.ts'
import { isJsonObject } from '../../reference/api/object.ts'
import type { ApiObject } from '../../reference/api/object.ts'
import type { Resource } from '../../reference/api/resource.ts'
import { columnsOf } from '../../reference/types/tables/columns.ts'
import { columnDefinitionsOf, tableRowOf } from '../../reference/types/tables/table.ts'
import type { ColumnDefinition, TableRow } from '../../reference/types/tables/table.ts'
import type { Cell, Column } from '../../reference/api/column.ts'

export type GenuineTable = {
  /** Null in a watch after the first Table. */
  columnDefinitions: ColumnDefinition[] | null
  /** Rows with their objects. Null if the server has no columns for the type and no objects. */
  rows: (Omit<TableRow, 'object'> & { object: ApiObject })[] | null
}

type Circumstances = {
  /** The server made the Table between these moments, in ms since 1970. */
  between: readonly [number, number]
  apiDomain: string
  /** A Table of the same objects at the path of their storage type, if it was requested. */
  own: unknown
}

/** A genuine server returns a cell with the age of these objects, but no column for it. */
const hasCellTooMany = ({ kind }: Resource): boolean => kind === 'IPAddress'

/** Returns the differences of columns, cells and conditions. Ignores descriptions and messages. */
export function tableDifferences(
  resource: Resource,
  { columnDefinitions, rows }: GenuineTable,
  { between, apiDomain, own }: Circumstances,
): string[] {
  const columns = columnsOf(resource, apiDomain)
  const made = columnDefinitionsOf(columns)
  const [expected, got] = [columnDefinitions ?? made, made].map(headsOf)
  if (expected !== got) return [`columns: expected ${expected}, got ${got}`]
  return (rows ?? []).flatMap((row, index) => {
    const kept = keptOf(
      resource,
      row.object,
      isGenuineTable(own) ? own.rows?.[index]?.object : undefined,
    )
    const cells = hasCellTooMany(resource) ? row.cells.slice(0, -1) : row.cells
    const options = { columns, includeObject: 'None', apiVersion: '' } as const
    const made = between.map(now => tableRowOf(kept, { ...options, writeAge: agesAt(now) }))
    return [
      ...cellsUnlike(cells, made, columns),
      ...(saysDone(row) === saysDone(made[0]) ? [] : [`conditions: expected ${saysDone(row)}`]),
    ]
  })
}

const headsOf = (definitions: ColumnDefinition[]): string =>
  definitions
    .map(({ name, type, format, priority }) => [name, type, format, priority].join(' '))
    .join(', ')

/** Returns the object in the version that the reference stores, from which it makes the cells. */
function keptOf({ kind, view }: Resource, shown: ApiObject, own: ApiObject | undefined): ApiObject {
  if (view?.storedResource.kind !== kind) return shown
  return own ?? view.fromView(shown, undefined)
}

function cellsUnlike(
  cells: readonly Cell[],
  made: TableRow[],
  columns: readonly Column[],
): string[] {
  if (cells.length !== columns.length) return [`${cells.length} cells of ${columns.length} columns`]
  return columns.flatMap(({ name }, index) => {
    const got = made.map(row => row.cells[index])
    // Ages depend on the time of the response, so the cell may match at its start or at its end.
    return got.includes(cells[index])
      ? []
      : [`${name}: expected ${JSON.stringify(cells[index])}, got ${JSON.stringify(got[0])}`]
  })
}

const saysDone = (row: Pick<TableRow, 'conditions'> | undefined): string =>
  JSON.stringify((row?.conditions ?? []).map(({ type, status, reason }) => [type, status, reason]))

export const isGenuineTable = (value: unknown): value is GenuineTable =>
  isJsonObject(value) && value.kind === 'Table'
