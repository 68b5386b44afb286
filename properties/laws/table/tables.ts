// Judges the rules of the specification for Tables (scenarios/tables.ts).

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { precondition, refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireFinalAnswer } from '../status.ts'

type Law = (history: History) => Generator<Observation>

export const isTable = (exchange: Exchange): boolean =>
  isSuccess(exchange) && bodyValueAt(exchange, '/kind') === 'Table'

/** Returns the apiVersion of Tables and of partial objects. */
export const metaVersion = ({ context }: History, version = 'v1'): string =>
  `meta.${context.apiDomain}/${version}`

/**
 * Returns the reads that requested a Table and were not answered with 406, by which a type without
 * Tables refuses.
 */
function* tablesAsked(history: History): Generator<Observation, Exchange[]> {
  const asked = history.exchanges.filter(({ step }) => step.startsWith('Table'))
  for (const { step } of asked) yield* requireFinalAnswer(history, step)
  return asked.filter(({ answer }) => answer?.status !== 406)
}

/** Returns the reads that requested a Table. Unmet if one was not answered with a Table. */
export function* requireTables(history: History): Generator<Observation, Exchange[]> {
  const asked = yield* tablesAsked(history)
  for (const exchange of asked)
    yield* precondition(
      isTable(exchange),
      `${exchange.step} is not a Table: it returned ${answerText(exchange)}`,
    )
  return asked
}

/** Describes an answer in a few words. */
const answerText = (exchange: Exchange): string =>
  isSuccess(exchange) ? `kind ${String(bodyValueAt(exchange, '/kind'))}` : answerSummary(exchange)

/** TABLE-001: with the parameter `as` a request gets a Table, and without it the ordinary form. */
export function* parametersChooseTheForm(history: History): Generator<Observation> {
  const asked = yield* tablesAsked(history)
  for (const exchange of asked)
    yield verify(isSuccess(exchange) && isInTableForm(exchange), {
      says: 'A request that accepts only a Table gets a Table.',
      expected: 'a Table',
      got: answerText(exchange),
      at: exchange,
    })
  for (const exchange of history.exchanges.filter(({ step }) => step.startsWith('plain'))) {
    yield* precondition(isSuccess(exchange), `${exchange.step} returned ${answerSummary(exchange)}`)
    yield verify(!isInTableForm(exchange), {
      says: 'A request that accepts JSON gets the object or list itself, whatever other requests accept.',
      expected: 'the ordinary form',
      got: answerText(exchange),
      at: exchange,
    })
  }
}

const isInTableForm = (exchange: Exchange): boolean =>
  bodyValueAt(exchange, '/kind') === 'Table' ||
  bodyValueAt(exchange, '/columnDefinitions') !== undefined

/** TABLE-002: the kind of a Table is Table. */
export function* kindIsTable(history: History): Generator<Observation> {
  for (const exchange of yield* tablesAsked(history)) {
    yield* precondition(isSuccess(exchange), `${exchange.step} returned ${answerSummary(exchange)}`)
    yield verify(isTable(exchange), {
      says: 'The kind of a Table is Table.',
      expected: 'Table',
      got: bodyValueAt(exchange, '/kind'),
      at: exchange,
    })
  }
}

/** TABLE-003: the apiVersion of a Table is that of the group meta.<api-domain>. */
export function* tableVersionIsMetaVersion(history: History): Generator<Observation> {
  for (const exchange of yield* requireTables(history)) {
    const got = bodyValueAt(exchange, '/apiVersion')
    yield verify(got === metaVersion(history), {
      says: 'The apiVersion of a Table is that of the group meta.<api-domain>.',
      expected: metaVersion(history),
      got,
      at: exchange,
    })
  }
}

/** TABLE-004: the columnDefinitions of a Table are an array. */
export function* columnsAreAnArray(history: History): Generator<Observation> {
  for (const exchange of yield* requireTables(history)) {
    const got = bodyValueAt(exchange, '/columnDefinitions')
    yield verify(Array.isArray(got), {
      says: 'The columnDefinitions of a Table are an array.',
      expected: 'an array',
      got,
      at: exchange,
    })
  }
}

/** Returns the columns that a Table defines; none if they are no array. */
export function tableColumns(table: unknown): unknown[] {
  const columns = valueAt(table, '/columnDefinitions')
  return Array.isArray(columns) ? columns : []
}

/** TABLE-005, TABLE-006: every column has this member, a string that is not empty. */
export const everyColumnHas = (member: 'name' | 'type'): Law =>
  function* (history) {
    for (const exchange of yield* requireTables(history))
      for (const column of tableColumns(exchange.answer?.body)) {
        const got = valueAt(column, `/${member}`)
        yield verify(typeof got === 'string' && got !== '', {
          says: `Each column of a Table has a ${member}.`,
          expected: `a string as ${member}`,
          got: column,
          at: exchange,
        })
      }
  }

const defaults = [
  { name: 'Name', type: 'string' },
  { name: 'Created At', type: 'date' },
]

/** TABLE-007: a type that defines no columns has the two default columns. */
export function* columnsAreTheDefaults(history: History): Generator<Observation> {
  const expected = defaults.map(({ name }) => name)
  for (const exchange of yield* requireTables(history)) {
    const got = tableColumns(exchange.answer?.body).map(column => valueAt(column, '/name'))
    yield verify(got.join() === expected.join() && got.length === expected.length, {
      says: 'The Table of a type that defines no columns has the two default columns.',
      expected,
      got,
      at: exchange,
    })
  }
}

/** TABLE-008, TABLE-009: a default column has this type. */
export const defaultColumnIs = ({ name, type }: { name: string; type: string }): Law =>
  function* (history) {
    for (const exchange of yield* requireTables(history)) {
      const columns = tableColumns(exchange.answer?.body)
      const column = columns.find(one => valueAt(one, '/name') === name)
      yield* precondition(column !== undefined, `${exchange.step} has no column ${name}`)
      yield verify(valueAt(column, '/type') === type, {
        says: `The default column ${name} is of type ${type}.`,
        expected: type,
        got: column,
        at: exchange,
      })
    }
  }

/** TABLE-010: a get returns a Table if a list does. */
export function* getsAreTables(history: History): Generator<Observation> {
  if (!isTable(exchangeAt(history, 'Table list'))) return
  const gets = history.exchanges.filter(({ step }) => step.startsWith('Table get'))
  for (const exchange of gets) {
    yield* requireFinalAnswer(history, exchange.step)
    yield verify(isTable(exchange), {
      says: 'A get can return a Table if a list of the type can.',
      expected: 'a Table',
      got: answerText(exchange),
      at: exchange,
    })
  }
}

/** TABLE-011: a request that accepts only a Table is refused for a type without Tables. */
export function* typeWithoutTablesIsNotAcceptable(history: History): Generator<Observation> {
  yield* precondition(
    isSuccess(exchangeAt(history, 'twin')),
    'the request does not succeed in any form',
  )
  const exchange = yield* requireFinalAnswer(history, 'table alone')
  yield verify(exchange.answer?.status === 406, {
    says: 'If a type has no Tables and nothing else is accepted, the response is 406.',
    expected: refusalWith(406),
    got: answerText(exchange),
    at: exchange,
  })
}

/**
 * TABLE-012: for a type without Tables, a request that also accepts the ordinary form gets that
 * form.
 */
export function* fallbackIsServedInsteadOfTable(history: History): Generator<Observation> {
  const twin = exchangeAt(history, 'twin')
  yield* precondition(isSuccess(twin), 'the request does not succeed in any form')
  const exchange = yield* requireFinalAnswer(history, 'table or json')
  const isOrdinary =
    isSuccess(exchange) && bodyValueAt(exchange, '/kind') === bodyValueAt(twin, '/kind')
  yield verify(isOrdinary, {
    says: 'If a type has no Tables and JSON is accepted too, the response is the object or list itself.',
    expected: `kind ${String(bodyValueAt(twin, '/kind'))}`,
    got: answerText(exchange),
    at: exchange,
  })
}
