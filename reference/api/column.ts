// The types of the columns and cells of a Table.

import type { ApiObject } from './object.ts'

/** The value of one cell of a row. Integers beyond 2^53 are bigint. */
export type Cell = string | number | bigint | boolean | null

/** Writes the time since an RFC 3339 timestamp as text. */
export type AgeWriter = (since: unknown) => string

/** Returns the cell of a stored object. Only `writeAge` depends on the time. */
export type CellFunction = (object: ApiObject, writeAge: AgeWriter) => Cell

/** One column (TABLE-005, TABLE-006, TABLE-016). */
export type Column = {
  readonly name: string
  readonly type: 'string' | 'integer' | 'boolean' | 'date'
  /** `name` for the column that identifies the objects. */
  readonly format?: 'name'
  readonly description: string
  /** Greater than 0 for columns that a narrow view leaves out; 0 unless set. */
  readonly priority?: number
  readonly cell: CellFunction
}
