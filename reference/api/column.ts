// What a column of a Table is.

import type { ApiObject } from './object.ts'

/** What stands in a row under a column. Integers beyond 2^53 are bigint. */
export type Cell = string | number | bigint | boolean | null

/** Makes a cell of an object as it is kept; `now` in ms since 1970. */
export type CellFunction = (object: ApiObject, now: number) => Cell

/** One column (TABLE-005, TABLE-006, TABLE-016). */
export type Column = {
  readonly name: string
  readonly type: 'string' | 'integer' | 'boolean' | 'date'
  /** `name` where the column tells the objects apart. */
  readonly format?: 'name'
  readonly description: string
  /** Not 0 where a narrow view leaves the column out; 0 unless set. */
  readonly priority?: number
  readonly cell: CellFunction
}
