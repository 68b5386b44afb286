import { readsBackTheInstance } from '../../../properties/laws/object-fields/instances.ts'
import { getAnswersTheObject } from '../../../properties/laws/paths-and-verbs/scopes.ts'
import { readAmongWrites } from '../../../properties/scenarios/paths-and-verbs/object-placement.ts'
import { create, get, caseName } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const clusterScoped = 'The path of a cluster-scoped resource returns that object.'
const namespaced = 'The path of a namespaced resource returns the object of that namespace.'

export default [
  example(
    'PATH-005',
    [
      create('one', 'cluster', 'x'),
      create('two', 'cluster', 'x1'),
      get('read one', 'cluster', caseName('x')),
      get('read two', 'cluster', caseName('x1')),
    ],
    function* (history) {
      yield* getAnswersTheObject(history, { reading: 'read one', of: 'one', says: clusterScoped })
      yield* getAnswersTheObject(history, { reading: 'read two', of: 'two', says: clusterScoped })
    },
  ),
  example(
    'PATH-007',
    [
      create('here', 'main', 'x', { namespace: 0 }),
      create('there', 'main', 'x', { namespace: 1 }),
      get('read here', 'main', caseName('x'), { namespace: 0 }),
      get('read there', 'main', caseName('x'), { namespace: 1 }),
    ],
    function* (history) {
      yield* getAnswersTheObject(history, { reading: 'read here', of: 'here', says: namespaced })
      yield* getAnswersTheObject(history, { reading: 'read there', of: 'there', says: namespaced })
    },
  ),
  property('PATH-041', readAmongWrites(), readsBackTheInstance),
]
