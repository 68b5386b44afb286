// The type of a Table column, and functions that build most columns.

import { isJsonObject, objectsIn, type JsonObject } from '../../api/object.ts'
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

/** A column of integers. An absent value counts as 0. */
export const integerColumn = (name: string, description: string, cell: CellFunction): Column => ({
  ...textColumn(name, description, cell),
  type: 'integer',
})

export const booleanColumn = (name: string, description: string, cell: CellFunction): Column => ({
  ...textColumn(name, description, cell),
  type: 'boolean',
})

/** A column of text that narrow views omit. */
export const wideColumn = (name: string, description: string, cell: CellFunction): Column => ({
  ...textColumn(name, description, cell),
  priority: 1,
})

/** Returns the value at a path of members, or undefined if the path does not exist. */
export function valueAtMembers(object: JsonObject, path: readonly string[]): unknown {
  let value: unknown = object
  for (const member of path) {
    if (!isJsonObject(value)) return undefined
    value = value[member]
  }
  return value
}

/**
 * Returns a function that reads the scalar at a path such as `spec.nodeName`, or `absent` if there
 * is none.
 */
export function cellAt(path: string, absent: Cell): (object: JsonObject) => Cell {
  const members = path.split('.')
  return object => {
    const value = valueAtMembers(object, members)
    return isCell(value) ? value : absent
  }
}

/** Like `cellAt`, but an empty text counts as absent. */
export function nonEmptyAt(path: string, absent: string): (object: JsonObject) => Cell {
  const read = cellAt(path, absent)
  return object => {
    const value = read(object)
    return value === '' ? absent : value
  }
}

/** Returns a function that reads the objects in the list at a path. */
export function objectsAt(path: string): (object: JsonObject) => JsonObject[] {
  const members = path.split('.')
  return object => objectsIn(valueAtMembers(object, members))
}

/** Returns a function that counts the entries of the list or map at a path. */
export function lengthAt(path: string): (object: JsonObject) => number {
  const members = path.split('.')
  return object => {
    const value = valueAtMembers(object, members)
    if (Array.isArray(value)) return value.length
    return isJsonObject(value) ? Object.keys(value).length : 0
  }
}

/** Returns the cell function for the time since the timestamp at a path. */
export function ageAt(path: string, absent?: string): CellFunction {
  const members = path.split('.')
  return (object, writeAge) => {
    const moment = valueAtMembers(object, members)
    return moment === undefined && absent !== undefined ? absent : writeAge(moment)
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
