// The Table columns of custom objects, as declared in their definitions.

import { isJsonObject } from '../api/object.ts'
import { timestampMs } from '../types/tables/age-text.ts'
import { ageColumn, nameColumn } from '../types/tables/column.ts'
import type { PrinterColumn } from './custom-type-definition.ts'
import { parseJsonPath, valueAtPath } from './json-path.ts'
import type { AgeWriter, Cell, Column } from '../api/column.ts'
import { writeJson } from '../lib/write-json.ts'

/**
 * Returns the columns of a version: the name, and then those declared. If none are declared, the
 * creation time follows.
 */
export const columnsOfVersion = (written: readonly PrinterColumn[]): readonly Column[] =>
  written.length === 0 ? [nameColumn, bare] : [nameColumn, ...written.map(columnOf)]

const bare: Column = { ...ageColumn, type: 'date' }

function columnOf({ name: title, type, format, description, priority, jsonPath }: PrinterColumn) {
  const steps = parseJsonPath(jsonPath)
  const cell: Column['cell'] = (object, writeAge) =>
    steps === undefined ? null : cellOf(valueAtPath(object, steps), type, writeAge)
  return {
    name: title,
    // The definition was validated, so it is an allowed type.
    type: type as Column['type'],
    ...(format !== '' && { format: format as 'name' }),
    description:
      description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    priority,
    cell,
  }
}

/** Formats a value for a column of a type. Returns null for a value of another type. */
function cellOf(value: unknown, type: string, writeAge: AgeWriter): Cell {
  if (value === undefined) return null
  if (type === 'string') return textOf(value)
  if (value === null) return null
  if (type === 'integer') return isNumeric(value) ? truncated(value) : null
  if (type === 'number') return isNumeric(value) ? value : null
  if (type === 'boolean') return typeof value === 'boolean' ? value : null
  if (typeof value !== 'string') return null
  return timestampMs(value) === undefined ? '<invalid>' : writeAge(value)
}

const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

const truncated = (value: number | bigint) =>
  typeof value === 'number' ? Math.trunc(value) : value

/** Lists and objects are formatted as JSON. */
function textOf(value: unknown): string {
  if (value === null) return '<nil>'
  if (typeof value === 'string') return value
  return Array.isArray(value) || isJsonObject(value) ? writeJson(value).toString() : String(value)
}
