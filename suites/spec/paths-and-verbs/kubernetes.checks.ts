// What genuine servers answer to paths, methods and parameters that lead nowhere.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { History } from '../../../properties/history/history.ts'
import { answered, succeeded } from '../../../properties/history/history.ts'
import { done } from '../../../properties/laws/premises.ts'
import { answeredForGood, refusesWith } from '../../../properties/laws/status.ts'
import { given, holds } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { Request, Scenario } from '../../../properties/dsl/scenario.ts'
import {
  change,
  create,
  get,
  list,
  named,
  raw,
  sample,
  steps,
} from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example, property } from '../../check.ts'

const word = (name: 'group' | 'version' | 'resource', of: Role): Term => ({ $word: name, of })
const coreRoot: Term[] = ['/api/', word('version', 'core')]
const rootOf = (role: Role): Term[] => ['/apis/', word('group', role), '/', word('version', role)]
const joined = (...parts: Term[]): Term => ({ $join: parts })
const inNamespace: Term[] = ['/namespaces/', { $namespace: 0 }]

/** Every labelled step leads nowhere: 404, as for a type that is not there. */
const isUnknown = (labels: string[], says: string) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, 'twin')
    for (const label of labels)
      yield* refusesWith(history, label, { code: 404, reason: 'NotFound', details: {} }, says)
  }

/** Every labelled step uses a method that its path does not have. */
const isNotAllowed = (labels: string[], says: string) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, 'twin', 'object')
    const wanted = { code: 405, reason: 'MethodNotAllowed', details: {} }
    for (const label of labels) yield* refusesWith(history, label, wanted, says)
  }

type Parameter = { key: string; value: string }

const someParameter: Arbitrary<Parameter> = fc.record({
  key: fc.constantFrom('touchstone', 'pretty', 'Limit', 'labelselector', 'resourceVersions'),
  value: fc.constantFrom('', '1', 'true', 'nothing'),
})

/** Each operation (label `plain …`) once more with a parameter that nobody knows (`more …`). */
const withParameters = (): Arbitrary<Scenario> =>
  fc
    .record({ role: fc.constantFrom<Role>('main', 'core'), parameter: someParameter })
    .map(({ role, parameter: { key, value } }) => {
      const more = (request: Request): Request => ({
        ...request,
        query: { ...request.query, [key]: value },
      })
      const changed = (as: string, of: string) =>
        change(as, role, of, { '/metadata/annotations': { change: as } })
      return steps(
        create('plain create', role, 'a'),
        more(create('more create', role, 'b')),
        get('plain get', role, named('a')),
        more(get('more get', role, named('a'))),
        list('plain list', role),
        more(list('more list', role)),
        changed('plain update', 'plain create'),
        more(changed('more update', 'more create')),
      )
    })

function* parametersAreIgnored(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    if (!exchange.step.startsWith('more ')) continue
    yield* done(history, exchange.step.replace('more', 'plain'))
    yield* given(exchange.request.path !== '', `${exchange.step} was not sent`)
    yield* answeredForGood(history, exchange.step)
    yield holds(succeeded(exchange), {
      says: 'A query parameter that nobody knows is ignored.',
      expected: 'success',
      got: answered(exchange),
      at: exchange,
    })
  }
}

export default [
  example(
    'K8S-PATH-001',
    [
      list('twin', 'main'),
      raw('collection', 'GET', joined(...rootOf('main'), ...inNamespace, '/nothings')),
      raw('object', 'GET', joined(...rootOf('main'), ...inNamespace, '/nothings/x')),
      raw('create', 'POST', joined(...rootOf('main'), ...inNamespace, '/nothings'), { body: {} }),
      raw('core', 'GET', joined(...coreRoot, '/nothings')),
    ],
    isUnknown(
      ['collection', 'object', 'create', 'core'],
      'A type that its group does not have is answered 404.',
    ),
  ),
  example(
    'K8S-PATH-002',
    [
      create('twin', 'core', 'x'),
      get('without namespace', 'core', named('x'), { namespace: 'all' }),
      raw(
        'with namespace',
        'GET',
        joined(...rootOf('cluster'), ...inNamespace, '/', word('resource', 'cluster')),
      ),
      raw('namespaces of a namespace', 'GET', joined(...coreRoot, ...inNamespace, '/namespaces')),
    ],
    isUnknown(
      ['without namespace', 'with namespace', 'namespaces of a namespace'],
      "A path of another scope than the type's is answered 404.",
    ),
  ),
  example(
    'K8S-PATH-003',
    [
      create('object', 'main', 'x'),
      list('twin', 'main', { namespace: 'all' }),
      { ...create('post on object', 'main', 'x'), to: { role: 'main', name: named('x') } },
      create('post on all', 'main', 'y', { namespace: 'all' }),
      { as: 'put on collection', method: 'PUT', to: { role: 'main' }, body: sample('main', 'x') },
    ],
    isNotAllowed(
      ['post on object', 'post on all', 'put on collection'],
      'A method that a path does not have is answered 405.',
    ),
  ),
  example(
    'K8S-PATH-004',
    [
      create('object', 'main', 'x'),
      get('twin', 'main', named('x')),
      { ...get('head of object', 'main', named('x')), method: 'HEAD' },
      { ...list('head of collection', 'main'), method: 'HEAD' },
    ],
    function* (history) {
      yield* done(history, 'object', 'twin')
      for (const label of ['head of object', 'head of collection'])
        yield* refusesWith(history, label, { code: 405 }, 'HEAD on a resource is answered 405.')
    },
  ),
  property('K8S-PATH-005', withParameters(), parametersAreIgnored),
  example(
    'K8S-PATH-006',
    [
      list('twin', 'main', { query: { timeout: '10s' } }),
      list('no duration', 'main', { query: { timeout: 'nothing' } }),
      list('no unit', 'main', { query: { timeout: '10' } }),
    ],
    function* (history) {
      yield* done(history, 'twin')
      const wanted = { code: 400, reason: 'BadRequest' }
      for (const label of ['no duration', 'no unit'])
        yield* refusesWith(history, label, wanted, 'A timeout that is no duration is answered 400.')
    },
  ),
  example(
    'K8S-PATH-007',
    [list('twin', 'main'), raw('group', 'GET', '/apis/nothing.touchstone.example/v1/nothings')],
    function* (history) {
      yield* done(history, 'twin')
      const says = 'A group that nobody serves is answered 404.'
      yield* refusesWith(history, 'group', { code: 404 }, says)
    },
  ),
]
