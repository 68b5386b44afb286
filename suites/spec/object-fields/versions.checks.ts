import {
  answerSummary,
  exchangeAt,
  isSuccess,
  resourceVersionOf,
} from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import {
  versionsAreStrings,
  versionsMoveWithTheirObjects,
} from '../../../properties/laws/object-fields/versions.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { changesAndReads } from '../../../properties/scenarios/object-lifecycles.ts'
import { updateFrom, create, get, list, caseName } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

function* whetherANoOpMoves(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object')
  const [object, put] = [exchangeAt(history, 'object'), exchangeAt(history, 'put')]
  const how =
    resourceVersionOf(put) === resourceVersionOf(object)
      ? 'keeps the version'
      : 'gives a new version'
  yield recordAnswer(`a PUT that changes nothing: ${isSuccess(put) ? how : answerSummary(put)}`)
}

export default [
  example(
    'OBJ-022',
    [
      create('create', 'main', 'x'),
      get('get', 'main', caseName('x')),
      updateFrom('put', 'main', 'create', { '/metadata/annotations': { change: 'yes' } }),
      list('list', 'main'),
      list('list across namespaces', 'main', { namespace: 'all' }),
      create('create of the cluster', 'cluster', 'x'),
      list('list of the cluster', 'cluster'),
    ],
    versionsAreStrings,
  ),
  property('OBJ-023', changesAndReads(), versionsMoveWithTheirObjects),
  example(
    'OBJ-024',
    [create('object', 'main', 'x'), updateFrom('put', 'main', 'object', {})],
    whetherANoOpMoves,
  ),
]
