import {
  answerSummary,
  exchangeAt,
  itemsOf,
  bodyValueAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { requireAllSuccess } from '../../../properties/laws/decisions.ts'
import { verify, recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { create, get, list, caseName } from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'

const says = 'A namespaced object has the namespace of its path.'

function* carriesItsNamespace(history: History): Generator<Observation> {
  yield* requireAllSuccess(history)
  for (const exchange of history.exchanges) {
    const wanted = exchange.about?.namespace
    const items = itemsOf(exchange)?.map(item => item.metadata['namespace'])
    for (const got of items ?? [bodyValueAt(exchange, '/metadata/namespace')]) {
      yield verify(got === wanted, { says, expected: wanted, got: got ?? 'nothing', at: exchange })
    }
  }
}

function* whatOfOtherNamespaces(history: History): Generator<Observation> {
  const omitted = exchangeAt(history, 'omitted')
  const isFilled = bodyValueAt(omitted, '/metadata/namespace') === omitted.about?.namespace
  const how = isFilled ? 'filled from the path' : 'not filled'
  yield recordAnswer(`an omitted namespace: ${isSuccess(omitted) ? how : answerSummary(omitted)}`)
  yield recordAnswer(`another namespace: ${answerSummary(exchangeAt(history, 'another'))}`)
}

// These bodies name their namespace, because the specification does not define whether an omitted
// one is filled in (OBJ-017).
const inNamespace = (as: string, namespace: number) =>
  create(as, 'main', 'x', { namespace, set: { '/metadata/namespace': { $namespace: namespace } } })

export default [
  example(
    'OBJ-016',
    [
      inNamespace('create here', 0),
      inNamespace('create there', 1),
      get('get here', 'main', caseName('x'), { namespace: 0 }),
      get('get there', 'main', caseName('x'), { namespace: 1 }),
      list('list there', 'main', { namespace: 1 }),
    ],
    carriesItsNamespace,
  ),
  example(
    'OBJ-017',
    [
      create('omitted', 'main', 'x'),
      create('another', 'main', 'y', { set: { '/metadata/namespace': { $namespace: 1 } } }),
    ],
    whatOfOtherNamespaces,
  ),
]
