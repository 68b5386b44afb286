// What Tables look like where the specification is silent, in words that stay the same.

import type { Exchange, History } from '../../history/history.ts'
import { answered, at, read, succeeded } from '../../history/history.ts'
import { noted } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { columnsOf } from './tables.ts'

/** The rows of a Table; none where they are no array. */
export function rowsOf(table: unknown): unknown[] {
  const rows = valueAt(table, '/rows')
  return Array.isArray(rows) ? rows : []
}

/** The cells of a row. */
export function cellsOf(row: unknown): unknown[] {
  const cells = valueAt(row, '/cells')
  return Array.isArray(cells) ? cells : []
}

/** What an answer is: its kind and version, or why there is none. */
export function formOf(exchange: Exchange): string {
  if (!succeeded(exchange)) return exchange.answer ? answered(exchange) : 'no answer'
  return `${String(read(exchange, '/kind'))} of ${String(read(exchange, '/apiVersion'))}`
}

/** TABLE-014. */
export function rowShape({ answer }: Exchange): string {
  const [row] = rowsOf(answer?.body)
  const isFull = cellsOf(row).length === columnsOf(answer?.body).length
  const kind = String(valueAt(row, '/object/kind') ?? 'none')
  return `${membersOf(row)}; ${isFull ? 'as' : 'not as'} many cells as columns; object ${kind}`
}

/** TABLE-016. */
export const columnMembers = ({ answer }: Exchange): string => {
  const all = columnsOf(answer?.body).flatMap(column => Object.keys(Object(column)))
  return [...new Set(all)].sort().join(', ')
}

/** TABLE-017. */
export const metadataMembers = (exchange: Exchange): string =>
  membersOf(read(exchange, '/metadata'))

const membersOf = (value: unknown): string => Object.keys(Object(value)).sort().join(', ') || 'none'

/** TABLE-018. */
export function* notesTablesOfEvents(history: History): Generator<Observation> {
  const frames = at(history, 'watch').stream?.frames ?? []
  const events = frames.map(({ document }) => {
    const object = valueAt(document, '/object')
    const columns = columnsOf(object).length > 0 ? 'with columns' : 'without columns'
    const rows = `${rowsOf(object).length} rows ${columns}`
    return `${String(valueAt(document, '/type'))} ${String(valueAt(object, '/kind'))}, ${rows}`
  })
  yield noted(`watch: ${events.join('; ') || formOf(at(history, 'watch'))}`)
}

/** TABLE-020. */
export const contentType = ({ answer }: Exchange): string =>
  answer?.headers['content-type'] ?? 'no content type'
