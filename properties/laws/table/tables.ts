// Laws of Tables in the words of the specification (scenarios/tables.ts).

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireFinalAnswer } from '../status.ts'

type Law = (history: History) => Generator<Observation>

export const isTable = (exchange: Exchange): boolean =>
  isSuccess(exchange) && bodyValueAt(exchange, '/kind') === 'Table'

/** The apiVersion of Tables and of objects without all but their metadata. */
export const metaVersion = ({ words }: History, version = 'v1'): string =>
  `meta.${words.apiDomain}/${version}`

/**
 * The reads of a history that asked for a Table. Not every type has Tables: one that has none says
 * so by 406, and there is nothing to judge.
 */
function* tablesAsked(history: History): Generator<Observation, Exchange[]> {
  const asked = history.exchanges.filter(({ step }) => step.startsWith('Table'))
  for (const { step } of asked) yield* requireFinalAnswer(history, step)
  return asked.filter(({ answer }) => answer?.status !== 406)
}

/** Those that were answered with one. */
export function* requireTables(history: History): Generator<Observation, Exchange[]> {
  const asked = yield* tablesAsked(history)
  for (const exchange of asked)
    yield* precondition(
      isTable(exchange),
      `${exchange.step} is not a Table: it returned ${told(exchange)}`,
    )
  return asked
}

/** What an answer is, in a few words. */
const told = (exchange: Exchange): string =>
  isSuccess(exchange) ? `kind ${String(bodyValueAt(exchange, '/kind'))}` : answerSummary(exchange)

/** The parameter `as` makes the difference: who leaves it out gets the ordinary form (TABLE-001). */
export function* parametersChooseTheForm(history: History): Generator<Observation> {
  const asked = yield* tablesAsked(history)
  for (const exchange of asked)
    yield verify(isSuccess(exchange) && isInTableForm(exchange), {
      says: 'A request that accepts only a Table gets a Table.',
      expected: 'a Table',
      got: told(exchange),
      at: exchange,
    })
  for (const exchange of history.exchanges.filter(({ step }) => step.startsWith('plain'))) {
    yield* precondition(isSuccess(exchange), `${exchange.step} returned ${answerSummary(exchange)}`)
    yield verify(!isInTableForm(exchange), {
      says: 'A request that accepts JSON gets the object or list itself, whatever other requests accept.',
      expected: 'the ordinary form',
      got: told(exchange),
      at: exchange,
    })
  }
}

const isInTableForm = (exchange: Exchange): boolean =>
  bodyValueAt(exchange, '/kind') === 'Table' ||
  bodyValueAt(exchange, '/columnDefinitions') !== undefined

/** TABLE-002. */
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

/** TABLE-003. */
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

/** TABLE-004. */
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

/** The columns that a Table defines; none where they are no array. */
export function tableColumns(table: unknown): unknown[] {
  const columns = valueAt(table, '/columnDefinitions')
  return Array.isArray(columns) ? columns : []
}

/** TABLE-005 and TABLE-006: every column has a text of this name. */
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

/** Of a type without columns of its own (TABLE-007). */
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

/** Of the same the types (TABLE-008, TABLE-009). */
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

/** A get is answered with a Table as a list is (TABLE-010). */
export function* getsAreTables(history: History): Generator<Observation> {
  if (!isTable(exchangeAt(history, 'Table list'))) return
  const gets = history.exchanges.filter(({ step }) => step.startsWith('Table get'))
  for (const exchange of gets) {
    yield* requireFinalAnswer(history, exchange.step)
    yield verify(isTable(exchange), {
      says: 'A get can return a Table if a list of the type can.',
      expected: 'a Table',
      got: told(exchange),
      at: exchange,
    })
  }
}

/** What has no Tables is refused to those who accept nothing else (TABLE-011). */
export function* typeWithoutTablesIsNotAcceptable(history: History): Generator<Observation> {
  yield* precondition(
    isSuccess(exchangeAt(history, 'twin')),
    'the request does not succeed in any form',
  )
  const exchange = yield* requireFinalAnswer(history, 'table alone')
  yield verify(exchange.answer?.status === 406, {
    says: 'If a type has no Tables and nothing else is accepted, the response is 406.',
    expected: 406,
    got: told(exchange),
    at: exchange,
  })
}

/** Who accepts something else as well gets that (TABLE-012). */
export function* fallbackIsServedInsteadOfTable(history: History): Generator<Observation> {
  const twin = exchangeAt(history, 'twin')
  yield* precondition(isSuccess(twin), 'the request does not succeed in any form')
  const exchange = yield* requireFinalAnswer(history, 'table or json')
  const isOrdinary =
    isSuccess(exchange) && bodyValueAt(exchange, '/kind') === bodyValueAt(twin, '/kind')
  yield verify(isOrdinary, {
    says: 'If a type has no Tables and JSON is accepted too, the response is the object or list itself.',
    expected: `kind ${String(bodyValueAt(twin, '/kind'))}`,
    got: told(exchange),
    at: exchange,
  })
}
