// Judges the Accept headers of Table requests and the Content-Type of the answers
// (scenarios/tables.ts).

import { isDeepStrictEqual } from 'node:util'
import { mediaTypeOf } from '../../../fixtures/client/media-types.ts'
import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireSuccess } from '../preconditions.ts'
import { refusesWith } from '../status.ts'
import { rowCells, tableRows } from './tables-notes.ts'
import { isTable, metaVersion } from './tables.ts'

/** K8S-TABLE-011: the Content-Type of a Table omits the parameters of the conversion. */
export function* contentTypeOmitsConversion(history: History): Generator<Observation> {
  for (const label of ['Table list', 'Table get', 'Table watch']) {
    const exchange = exchangeAt(history, label)
    yield* precondition(isSuccess(exchange), `${label} returned ${answerSummary(exchange)}`)
    const isOne = exchange.stream !== undefined || isTable(exchange)
    yield* precondition(isOne, `${label} is not a Table`)
    const got = exchange.answer?.headers['content-type']
    const { type, parameters = {} } = mediaTypeOf(got) ?? {}
    const repeated = ['as', 'g', 'v'].filter(name => name in parameters)
    yield verify(type === 'application/json' && repeated.length === 0, {
      says: 'The Content-Type of a Table is that of JSON, without the parameters of the conversion.',
      expected: 'application/json',
      got,
      at: exchange,
    })
  }
}

/** K8S-TABLE-012: a request for a Table of v1beta1 gets one of that version. */
export function* betaTablesHaveBetaVersion(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin')
  const expected = metaVersion(history, 'v1beta1')
  for (const label of ['beta list', 'beta get']) {
    const exchange = exchangeAt(history, label)
    yield verify(isTable(exchange) && bodyValueAt(exchange, '/apiVersion') === expected, {
      says: 'A request that accepts a Table of v1beta1 gets one of that version.',
      expected: `a Table of ${expected}`,
      got: isTable(exchange) ? bodyValueAt(exchange, '/apiVersion') : answerSummary(exchange),
      at: exchange,
    })
    for (const row of tableRows(exchange.answer?.body)) {
      const got = valueAt(row, '/object/apiVersion')
      yield verify(got === expected, {
        says: 'The objects of rows have the version of their Table.',
        expected,
        got,
        at: exchange,
      })
    }
  }
}

/**
 * K8S-TABLE-013: an unknown conversion is refused with 406, or skipped if JSON is accepted, too.
 */
export function* otherFormsAreNotAcceptable(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin')
  const alone = history.exchanges.filter(({ step }) => step.endsWith(' alone'))
  for (const { step } of alone) {
    const says = 'An unknown conversion is refused with 406.'
    yield* refusesWith(history, step, { code: 406, reason: 'NotAcceptable' }, says)

    const fallback = exchangeAt(history, step.replace(/ alone$/, ' or json'))
    yield verify(isSuccess(fallback) && bodyValueAt(fallback, '/kind') === kindOf(history), {
      says: 'An unknown conversion is skipped if JSON is accepted as well.',
      expected: `kind ${kindOf(history)}`,
      got: bodyValueAt(fallback, '/kind') ?? answerSummary(fallback),
      at: fallback,
    })
  }
}

const kindOf = ({ context }: History): string => context.types.main.kind

/** K8S-TABLE-014: the parameters of a conversion may be in any order and mixed with others. */
export function* parameterOrderDoesNotMatter(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin')
  for (const label of ['the other way round', 'with one more']) {
    const exchange = exchangeAt(history, label)
    yield verify(isTable(exchange), {
      says: 'The parameters of a conversion may be in any order, and mixed with others.',
      expected: 'a Table',
      got: bodyValueAt(exchange, '/kind') ?? answerSummary(exchange),
      at: exchange,
    })
  }
}

/**
 * K8S-TABLE-022: a Table in YAML is the same as in JSON. Only the names in the cells are compared,
 * because ages may change in between.
 */
export function* yamlMatchesJson(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'list in json', 'get in json')
  for (const what of ['list', 'get']) {
    const [json, yaml] = ['json', 'yaml'].map(type => exchangeAt(history, `${what} in ${type}`))
    if (!json || !yaml) continue
    yield* precondition(isTable(json), `${json.step} is not a Table`)
    yield* precondition(
      what === 'list' ||
        resourceVersionOf(yaml) === undefined ||
        resourceVersionOf(yaml) === resourceVersionOf(json),
      'another writer changed the object',
    )
    yield verify(isDeepStrictEqual(lastingOf(yaml), lastingOf(json)), {
      says: 'A Table in YAML is the same as in JSON.',
      expected: lastingOf(json),
      got: yaml.answer?.undecodable ?? lastingOf(yaml) ?? answerSummary(yaml),
      at: yaml,
    })
    const type = yaml.answer?.headers['content-type'] ?? 'none'
    yield verify(type.startsWith('application/yaml'), {
      says: 'The Content-Type of a Table in YAML is that of YAML.',
      expected: 'application/yaml',
      got: type,
      at: yaml,
    })
  }
  const says = 'A watch that accepts only YAML is refused with 406.'
  yield* refusesWith(history, 'watch in yaml', { code: 406, reason: 'NotAcceptable' }, says)
}

const lastingOf = ({ answer }: Exchange): unknown => {
  const table = Object(answer?.body) as Record<string, unknown>
  const rows = tableRows(table).map(row => [rowCells(row)[0], valueAt(row, '/object')])
  return { ...table, rows }
}
