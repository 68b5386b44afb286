import { listHoldsItsScope } from '../../../properties/laws/paths-and-verbs/scopes.ts'
import {
  listAcrossNamespaces,
  listOfEachNamespace,
} from '../../../properties/scenarios/paths-and-verbs/object-placement.ts'
import { create, list } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const ofCluster = 'The collection of a cluster-scoped type holds all its objects.'
const ofAll = 'The collection path without a namespace holds the objects of every namespace.'
const ofOne = 'The collection of a namespace holds the objects of that namespace and no others.'

export default [
  example(
    'PATH-003',
    [create('one', 'cluster', 'one'), create('two', 'cluster', 'two'), list('all', 'cluster')],
    history => listHoldsItsScope(history, 'all', ofCluster),
  ),
  property('PATH-004', listAcrossNamespaces(), history => listHoldsItsScope(history, 'all', ofAll)),
  property('PATH-006', listOfEachNamespace(), function* (history) {
    for (const namespace of [0, 1, 2]) yield* listHoldsItsScope(history, `list ${namespace}`, ofOne)
  }),
]
