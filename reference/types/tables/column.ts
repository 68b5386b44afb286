// What a column of a Table is, and the few words in which most columns are said.

import { isJsonObject, objectsIn, type JsonObject } from '../../api/object.ts'
import { ageSince } from './age-text.ts'
import type { Cell, CellFunction, Column } from '../../api/column.ts'

/** The columns of types, by group and kind; `*` in a group stands for the API's domain. */
export type ColumnsByKind = { readonly [groupAndKind: string]: readonly Column[] }

/** A column of text. */
export const textColumn = (name: string, description: string, cell: CellFunction): Column => ({
  name,
  type: 'string',
  description,
  cell,
})

/** A column of whole numbers; what is not there counts as 0. */
export const integerColumn = (name: string, description: string, cell: CellFunction): Column => ({
  ...textColumn(name, description, cell),
  type: 'integer',
})

export const booleanColumn = (name: string, description: string, cell: CellFunction): Column => ({
  ...textColumn(name, description, cell),
  type: 'boolean',
})

/** A column of text that a narrow view leaves out. */
export const wideColumn = (name: string, description: string, cell: CellFunction): Column => ({
  ...textColumn(name, description, cell),
  priority: 1,
})

/** What a path of members leads to; undefined where it breaks off. */
export function valueAtMembers(object: JsonObject, path: readonly string[]): unknown {
  let value: unknown = object
  for (const member of path) {
    if (!isJsonObject(value)) return undefined
    value = value[member]
  }
  return value
}

/** The plain value at a path such as `spec.nodeName`, or what stands for it where there is none. */
export function cellAt(path: string, absent: Cell): (object: JsonObject) => Cell {
  const members = path.split('.')
  return object => {
    const value = valueAtMembers(object, members)
    return isCell(value) ? value : absent
  }
}

/** As `at`, where an empty text is as good as none. */
export function nonEmptyAt(path: string, absent: string): (object: JsonObject) => Cell {
  const read = cellAt(path, absent)
  return object => {
    const value = read(object)
    return value === '' ? absent : value
  }
}

/** The objects in the list at a path. */
export function objectsAt(path: string): (object: JsonObject) => JsonObject[] {
  const members = path.split('.')
  return object => objectsIn(valueAtMembers(object, members))
}

/** How many entries the list or the map at a path has. */
export function lengthAt(path: string): (object: JsonObject) => number {
  const members = path.split('.')
  return object => {
    const value = valueAtMembers(object, members)
    if (Array.isArray(value)) return value.length
    return isJsonObject(value) ? Object.keys(value).length : 0
  }
}

/** How long ago the moment at a path was. */
export function ageAt(path: string, absent?: string): CellFunction {
  const members = path.split('.')
  return (object, now) => {
    const moment = valueAtMembers(object, members)
    return moment === undefined && absent !== undefined ? absent : ageSince(moment, now)
  }
}

export const nameColumn: Column = {
  ...textColumn('Name', 'What the object is called.', cellAt('metadata.name', '')),
  format: 'name',
}

export const ageColumn: Column = textColumn(
  'Age',
  'How long ago the object was made.',
  ageAt('metadata.creationTimestamp'),
)

const isCell = (value: unknown): value is Exclude<Cell, null> =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  typeof value === 'bigint'
