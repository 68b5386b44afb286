// Records the form of Tables where the specification is silent, in texts that are equal in every
// run.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { recordAnswer } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { tableColumns } from './tables.ts'

/** Returns the rows of a Table; none if they are no array. */
export function tableRows(table: unknown): unknown[] {
  const rows = valueAt(table, '/rows')
  return Array.isArray(rows) ? rows : []
}

/** Returns the cells of a row. */
export function rowCells(row: unknown): unknown[] {
  const cells = valueAt(row, '/cells')
  return Array.isArray(cells) ? cells : []
}

/** Describes an answer: its kind and version, or why there is none. */
export function describeAnswerForm(exchange: Exchange): string {
  if (!isSuccess(exchange)) return exchange.answer ? answerSummary(exchange) : 'no answer'
  return `${String(bodyValueAt(exchange, '/kind'))} of ${String(bodyValueAt(exchange, '/apiVersion'))}`
}

/** TABLE-014: describes a row: its members, the number of cells, the kind of its object. */
export function rowShape({ answer }: Exchange): string {
  const [row] = tableRows(answer?.body)
  const isFull = rowCells(row).length === tableColumns(answer?.body).length
  const kind = String(valueAt(row, '/object/kind') ?? 'none')
  return `${membersOf(row)}; ${isFull ? 'as' : 'not as'} many cells as columns; object ${kind}`
}

/** TABLE-016: returns the members of all columns. */
export const columnMembers = ({ answer }: Exchange): string => {
  const all = tableColumns(answer?.body).flatMap(column => Object.keys(Object(column)))
  return [...new Set(all)].sort().join(', ')
}

/** TABLE-017: returns the members of the metadata of a Table. */
export const metadataMembers = (exchange: Exchange): string =>
  membersOf(bodyValueAt(exchange, '/metadata'))

const membersOf = (value: unknown): string => Object.keys(Object(value)).sort().join(', ') || 'none'

/** TABLE-018: records the Tables in the events of a watch. */
export function* notesTablesOfEvents(history: History): Generator<Observation> {
  const frames = exchangeAt(history, 'watch').stream?.frames ?? []
  const events = frames.map(({ document }) => {
    const object = valueAt(document, '/object')
    const columns = tableColumns(object).length > 0 ? 'with columns' : 'without columns'
    const rows = `${tableRows(object).length} rows ${columns}`
    return `${String(valueAt(document, '/type'))} ${String(valueAt(object, '/kind'))}, ${rows}`
  })
  yield recordAnswer(
    `watch: ${events.join('; ') || describeAnswerForm(exchangeAt(history, 'watch'))}`,
  )
}

/** TABLE-020: returns the Content-Type of a Table. */
export const contentTypeText = ({ answer }: Exchange): string =>
  answer?.headers['content-type'] ?? 'no content type'
