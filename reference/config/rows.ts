// Which rows of the catalogue a declaration stands for.

import type { Rule } from './rules.ts'
import type { By, Field, Fields, Kind } from './vocabulary.ts'

/** Every row that a kind names, each once. */
export function rowsOf({ by, also = [], fields, rules }: Kind): ReadonlySet<By> {
  return new Set([by, ...also, ...rules.flatMap(rowsOfRule), ...rowsOfFields(fields)])
}

const rowsOfRule = ({ by, also = [] }: Rule): By[] => [by, ...also]

const rowsOfFields = (fields: Fields): By[] => Object.values(fields).flatMap(rowsOfField)

function rowsOfField(field: Field): By[] {
  const { by, also = [], required, default: stand, rules = [] } = field
  return [
    ...(by === undefined ? [] : [by]),
    ...also,
    ...(required ? [required.by] : []),
    ...(stand ? [stand.by] : []),
    ...rules.flatMap(rowsOfRule),
    ...('fields' in field ? rowsOfFields(field.fields) : []),
    ...('item' in field ? rowsOfField(field.item) : []),
  ]
}
