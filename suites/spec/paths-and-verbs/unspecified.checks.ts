// Records answers about paths and verbs where the specification is silent.

import {
  answerSummary,
  exchangeAt,
  itemsOf,
  bodyValueAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { notesAnswers, notesOf } from '../../../properties/laws/notes.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  create,
  get,
  list,
  caseName,
  put,
  rawRequest,
  deleteObject,
  sampleTerm,
} from '../../../properties/dsl/steps.ts'
import {
  reviewedUser,
  createReview,
} from '../../../properties/scenarios/paths-and-verbs/virtual-types.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const discovery = ['/api', '/apis', '/api/v1', '/openapi/v2', '/openapi/v3', '/version']

const reviewWords = (exchange: Exchange): string =>
  isSuccess(exchange)
    ? `${String(exchange.answer?.status)}, allowed ${String(bodyValueAt(exchange, '/status/allowed'))}`
    : answerSummary(exchange)

function* whatIsLeft(history: History): Generator<Observation> {
  const [collection, after] = [
    exchangeAt(history, 'DELETE on a collection'),
    exchangeAt(history, 'after'),
  ]
  const left = itemsOf(after)?.length === 0 ? 'is empty' : 'keeps its objects'
  yield recordAnswer(
    `DELETE on a collection: ${answerSummary(collection)}, and the collection ${left}`,
  )
}

function* whetherItCreates(history: History): Generator<Observation> {
  const [tried, after] = [
    exchangeAt(history, 'PUT on a missing object'),
    exchangeAt(history, 'after'),
  ]
  const effect = isSuccess(after) ? 'the object exists' : 'nothing exists'
  yield recordAnswer(`PUT on a missing object: ${answerSummary(tried)}, and ${effect}`)
}

export default [
  example(
    'PATH-022',
    [
      put('PUT on a missing object', 'main', caseName('x'), sampleTerm('main', 'x')),
      get('after', 'main', caseName('x')),
    ],
    whetherItCreates,
  ),
  example(
    'PATH-026',
    [
      create('one', 'main', 'one'),
      create('two', 'main', 'two'),
      { as: 'DELETE on a collection', method: 'DELETE', to: { role: 'main' } },
      list('after', 'main'),
    ],
    whatIsLeft,
    // A server may interpret this request differently, and delete objects that the run did not
    // create.
    { needs: ['feature disposable'] },
  ),
  example(
    'PATH-029',
    [
      rawRequest('proxy of a missing service', 'GET', {
        $join: ['/api/v1/namespaces/', { $namespace: 0 }, '/services/', caseName('x'), '/proxy/'],
      }),
    ],
    notesAnswers('proxy of a missing service'),
  ),
  example(
    'PATH-031',
    [
      createReview('a review of an administrator', { ...reviewedUser, groups: ['system:masters'] }),
      createReview('a review of a user without rights', reviewedUser),
    ],
    notesOf(reviewWords, 'a review of an administrator', 'a review of a user without rights'),
  ),
  example(
    'PATH-037',
    [
      create('namespaced', 'main', 'x'),
      create('cluster-scoped', 'cluster', 'x'),
      get('a namespaced object without its namespace', 'main', caseName('x'), { namespace: 'all' }),
      rawRequest('a cluster-scoped object below a namespace', 'GET', belowANamespace()),
    ],
    notesAnswers(
      'a namespaced object without its namespace',
      'a cluster-scoped object below a namespace',
    ),
  ),
  example(
    'PATH-038',
    [
      create('object', 'main', 'x'),
      {
        as: 'PUT on a collection',
        method: 'PUT',
        to: { role: 'main' },
        body: sampleTerm('main', 'x'),
      },
      {
        as: 'POST on a resource',
        method: 'POST',
        to: { role: 'main', name: caseName('x') },
        body: sampleTerm('main', 'x'),
      },
      { as: 'HEAD on a resource', method: 'HEAD', to: { role: 'main', name: caseName('x') } },
      { as: 'OPTIONS on a resource', method: 'OPTIONS', to: { role: 'main', name: caseName('x') } },
      deleteObject('gone', 'main', caseName('x')),
    ],
    notesAnswers(
      'PUT on a collection',
      'POST on a resource',
      'HEAD on a resource',
      'OPTIONS on a resource',
    ),
  ),
  example(
    'PATH-039',
    discovery.map(path => rawRequest(`GET ${path}`, 'GET', path)),
    notesAnswers(...discovery.map(path => `GET ${path}`)),
  ),
]

function belowANamespace(): Term {
  const word = (name: 'group' | 'version' | 'resource'): Term => ({ $word: name, of: 'cluster' })
  return {
    $join: [
      '/apis/',
      word('group'),
      '/',
      word('version'),
      '/namespaces/',
      { $namespace: 0 },
      '/',
      word('resource'),
      '/',
      caseName('x'),
    ],
  }
}
