// The types of the columns and cells of a Table.

import type { ApiObject } from './object.ts'

/** The value of one cell of a row. Integers beyond 2^53 are bigint. */
export type Cell = string | number | bigint | boolean | null

/** Returns the cell of a stored object; `now` is in ms since 1970. */
export type CellFunction = (object: ApiObject, now: number) => Cell

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
