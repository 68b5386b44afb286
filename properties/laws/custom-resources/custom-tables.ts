// Judges custom objects as Tables. The labels are in scenarios/custom-tables.ts.

import type { History } from '../../history/history.ts'
import { exchangeAt, isOwnItem, bodyValueAt } from '../../history/history.ts'
import type { Item } from '../../history/history.ts'
import { verify, recordAnswer } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt, containsPart } from '../../dsl/term.ts'
import { requireEstablishedTypes, answerIncludes } from './custom-answers.ts'
import { requireSuccess } from '../preconditions.ts'

type Column = { name?: string; type?: string }
type Row = { cells: unknown[]; object: Item }

const columnsIn = (history: History, label: string): Column[] =>
  (bodyValueAt(exchangeAt(history, label), '/columnDefinitions') ?? []) as Column[]

/** Returns the rows of objects that this case created. */
const rowsIn = (history: History, label: string): Row[] =>
  ((bodyValueAt(exchangeAt(history, label), '/rows') ?? []) as Row[]).filter(({ object }) =>
    isOwnItem(history, object),
  )

/**
 * K8S-CR-080: after the name come the columns of the definition, in its order and with its
 * descriptions. The server may add columns after them.
 */
export const printerColumnsAreShown = (defining: { name: string; jsonPath: string }[]) =>
  function* (history: History): Generator<Observation> {
    yield* requireEstablishedTypes(history, 'gadgets')
    yield* requireSuccess(history, 'full', 'list')
    const got = columnsIn(history, 'list')
    const [first, ...others] = got
    const wanted = defining.map(({ jsonPath: _, ...column }) => column)
    const isSame = wanted.every((one, index) => containsPart(one, others[index]))
    yield verify(first?.name === 'Name' && isSame, {
      says: 'The Table of a custom type has a name column, then the columns of the CRD.',
      expected: [{ name: 'Name' }, ...wanted],
      got,
      at: 'list',
    })
  }

/** K8S-CR-081: a cell contains the value at its column's path, or null if there is none. */
export function* cellsHoldPathValues(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'full', 'bare', 'list', 'get')
  const name = (label: string) => bodyValueAt(exchangeAt(history, label), '/metadata/name')
  const [full, bare] = rowsIn(history, 'list').map(({ cells }) => cells)
  const [alone] = rowsIn(history, 'get').map(({ cells }) => cells)
  for (const [cells, expected] of [
    [full, [name('full'), 'red', 3]],
    [alone, [name('full'), 'red', 3]],
    [bare, [name('bare'), 'blue', 1, null]],
  ] as const)
    yield verify(JSON.stringify(cells?.slice(0, expected.length)) === JSON.stringify(expected), {
      says: 'A cell has the value at the path of its column.',
      expected,
      got: cells,
      at: cells === alone ? 'get' : 'list',
    })
  // The date is years ago. A server may choose the precision of an age.
  yield verify(/^\d+y/.test(String(full?.[3])), {
    says: 'A cell of a date column has the time since that date.',
    expected: 'years',
    got: full?.[3],
    at: 'list',
  })
}

/** K8S-CR-082: a type that defines no columns shows names and ages. */
export function* defaultsAreNameAndAge(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'notes')
  yield* requireSuccess(history, 'object')
  const columnDefinitions = [
    { name: 'Name', type: 'string', format: 'name' },
    { name: 'Age', type: 'date' },
  ]
  const says = 'The Table of a custom type without columns has the names and ages of its objects.'
  yield* answerIncludes(history, 'list', { kind: 'Table', columnDefinitions }, says)
  const [row] = rowsIn(history, 'list')
  const got = [columnsIn(history, 'list').length, row?.cells.length, row?.cells[0]]
  const expected = [2, 2, valueAt(row?.object, '/metadata/name')]
  yield verify(got.join() === expected.join(), { says, expected, got, at: 'list' })
}

/** TABLE-015: records the columns of a custom type that defines none. */
export function* notesDefaultColumns(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'notes')
  yield* requireSuccess(history, 'object', 'list')
  const columns = columnsIn(history, 'list').map(({ name, type }) => `${name} (${type})`)
  yield recordAnswer(`the columns of a custom type that defines none: ${columns.join(', ')}`)
}
