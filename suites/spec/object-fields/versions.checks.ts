import { answered, at, succeeded, version } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { done } from '../../../properties/laws/premises.ts'
import {
  versionsAreTexts,
  versionsMoveWithTheirObjects,
} from '../../../properties/laws/object-fields/versions.ts'
import { noted } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { changesAndReads } from '../../../properties/scenarios/lives.ts'
import { change, create, get, list, named } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

function* whetherANoOpMoves(history: History): Generator<Observation> {
  yield* done(history, 'object')
  const [object, put] = [at(history, 'object'), at(history, 'put')]
  const how = version(put) === version(object) ? 'keeps the version' : 'gives a new version'
  yield noted(`a PUT that changes nothing: ${succeeded(put) ? how : answered(put)}`)
}

export default [
  example(
    'OBJ-022',
    [
      create('create', 'main', 'x'),
      get('get', 'main', named('x')),
      change('put', 'main', 'create', { '/metadata/annotations': { change: 'yes' } }),
      list('list', 'main'),
      list('list across namespaces', 'main', { namespace: 'all' }),
      create('create of the cluster', 'cluster', 'x'),
      list('list of the cluster', 'cluster'),
    ],
    versionsAreTexts,
  ),
  property('OBJ-023', changesAndReads(), versionsMoveWithTheirObjects),
  example(
    'OBJ-024',
    [create('object', 'main', 'x'), change('put', 'main', 'object', {})],
    whetherANoOpMoves,
  ),
]
