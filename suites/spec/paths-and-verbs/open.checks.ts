// What the specification leaves open about paths and verbs: these checks only record the answers.

import { answered, at, itemsOf, read, succeeded } from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { notesAnswers, notesOf } from '../../../properties/laws/notes.ts'
import { noted } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  create,
  get,
  list,
  named,
  put,
  raw,
  remove,
  sample,
} from '../../../properties/dsl/steps.ts'
import { asked, review } from '../../../properties/scenarios/paths-and-verbs/virtual-types.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const discovery = ['/api', '/apis', '/api/v1', '/openapi/v2', '/openapi/v3', '/version']

const reviewWords = (exchange: Exchange): string =>
  succeeded(exchange)
    ? `${String(exchange.answer?.status)}, allowed ${String(read(exchange, '/status/allowed'))}`
    : answered(exchange)

function* whatIsLeft(history: History): Generator<Observation> {
  const [collection, after] = [at(history, 'DELETE on a collection'), at(history, 'after')]
  const left = itemsOf(after)?.length === 0 ? 'is empty' : 'keeps its objects'
  yield noted(`DELETE on a collection: ${answered(collection)}, and the collection ${left}`)
}

function* whetherItCreates(history: History): Generator<Observation> {
  const [tried, after] = [at(history, 'PUT on a missing object'), at(history, 'after')]
  const effect = succeeded(after) ? 'the object exists' : 'nothing exists'
  yield noted(`PUT on a missing object: ${answered(tried)}, and ${effect}`)
}

export default [
  example(
    'PATH-022',
    [
      put('PUT on a missing object', 'main', named('x'), sample('main', 'x')),
      get('after', 'main', named('x')),
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
    // A server may read this request otherwise than we do, and delete more than is ours.
    { needs: ['feature disposable'] },
  ),
  example(
    'PATH-029',
    [
      raw('proxy of a missing service', 'GET', {
        $join: ['/api/v1/namespaces/', { $namespace: 0 }, '/services/', named('x'), '/proxy/'],
      }),
    ],
    notesAnswers('proxy of a missing service'),
  ),
  example(
    'PATH-031',
    [
      review('a review of an administrator', { ...asked, groups: ['system:masters'] }),
      review('a review of a user without rights', asked),
    ],
    notesOf(reviewWords, 'a review of an administrator', 'a review of a user without rights'),
  ),
  example(
    'PATH-037',
    [
      create('namespaced', 'main', 'x'),
      create('cluster-scoped', 'cluster', 'x'),
      get('a namespaced object without its namespace', 'main', named('x'), { namespace: 'all' }),
      raw('a cluster-scoped object below a namespace', 'GET', belowANamespace()),
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
      { as: 'PUT on a collection', method: 'PUT', to: { role: 'main' }, body: sample('main', 'x') },
      {
        as: 'POST on a resource',
        method: 'POST',
        to: { role: 'main', name: named('x') },
        body: sample('main', 'x'),
      },
      { as: 'HEAD on a resource', method: 'HEAD', to: { role: 'main', name: named('x') } },
      { as: 'OPTIONS on a resource', method: 'OPTIONS', to: { role: 'main', name: named('x') } },
      remove('gone', 'main', named('x')),
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
    discovery.map(path => raw(`GET ${path}`, 'GET', path)),
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
      named('x'),
    ],
  }
}
