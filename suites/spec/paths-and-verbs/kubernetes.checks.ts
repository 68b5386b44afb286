// Checks how genuine servers answer unknown paths, methods and parameters.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { isBuiltIn } from '../../../fixtures/objects/built-in-types.ts'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { answerSummary, isSuccess } from '../../../properties/history/history.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { requireFinalAnswer, refusesWith } from '../../../properties/laws/status.ts'
import { precondition, refusalWith, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { RequestStep, Scenario } from '../../../properties/dsl/scenario.ts'
import {
  updateFrom,
  create,
  get,
  list,
  caseName,
  rawRequest,
  sampleTerm,
  scenarioWith,
} from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example, property } from '../../check.ts'

const word = (name: 'group' | 'version' | 'resource', of: Role): Term => ({ $word: name, of })
const coreRoot: Term[] = ['/api/', word('version', 'core')]
const rootOf = (role: Role): Term[] => ['/apis/', word('group', role), '/', word('version', role)]
const joined = (...parts: Term[]): Term => ({ $join: parts })
const inNamespace: Term[] = ['/namespaces/', { $namespace: 0 }]

/** Reports whether the path is in a group of the probe types that is built into genuine servers. */
const isInBuiltInGroup = ({ context }: History, { request: { path } }: Exchange): boolean =>
  Object.values(context.types).some(
    type =>
      isBuiltIn(type) &&
      path.startsWith(type.group === '' ? '/api/' : `/apis/${type.group}/${type.version}/`),
  )

/**
 * The steps with these labels return 404, because their type does not exist. In groups of custom
 * types, and of types that are not served, the body of a genuine server is plain text.
 */
const isUnknown = (labels: string[], says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'twin')
    for (const label of labels) {
      const exchange = yield* requireFinalAnswer(history, label)
      if (isInBuiltInGroup(history, exchange))
        yield* refusesWith(history, label, { code: 404, reason: 'NotFound', details: {} }, says)
      else
        yield verify(exchange.answer?.status === 404, {
          says,
          expected: refusalWith(404),
          got: answerSummary(exchange),
          at: exchange,
        })
    }
  }

/** The steps with these labels return 405, because their path does not support the method. */
const isNotAllowed = (labels: string[], says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'twin', 'object')
    const wanted = { code: 405, reason: 'MethodNotAllowed', details: {} }
    for (const label of labels) yield* refusesWith(history, label, wanted, says)
  }

type Parameter = { key: string; value: string }

const someParameter: Arbitrary<Parameter> = fc.record({
  key: fc.constantFrom('touchstone', 'pretty', 'Limit', 'labelselector', 'resourceVersions'),
  value: fc.constantFrom('', '1', 'true', 'nothing'),
})

/**
 * Generates operations (`plain …`), each of which is repeated with an unknown parameter (`more …`).
 */
const withParameters = (): Arbitrary<Scenario> =>
  fc
    .record({ role: fc.constantFrom<Role>('main', 'core'), parameter: someParameter })
    .map(({ role, parameter: { key, value } }) => {
      const more = (request: RequestStep): RequestStep => ({
        ...request,
        query: { ...request.query, [key]: value },
      })
      const changed = (as: string, of: string) =>
        updateFrom(as, role, of, { '/metadata/annotations': { change: as } })
      return scenarioWith(
        create('plain create', role, 'a'),
        more(create('more create', role, 'b')),
        get('plain get', role, caseName('a')),
        more(get('more get', role, caseName('a'))),
        list('plain list', role),
        more(list('more list', role)),
        changed('plain update', 'plain create'),
        more(changed('more update', 'more create')),
      )
    })

function* parametersAreIgnored(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    if (!exchange.step.startsWith('more ')) continue
    yield* requireSuccess(history, exchange.step.replace('more', 'plain'))
    yield* precondition(exchange.request.path !== '', `${exchange.step} was not sent`)
    yield* requireFinalAnswer(history, exchange.step)
    yield verify(isSuccess(exchange), {
      says: 'An unknown query parameter is ignored.',
      expected: 'success',
      got: answerSummary(exchange),
      at: exchange,
    })
  }
}

export default [
  example(
    'K8S-PATH-001',
    [
      list('twin', 'main'),
      rawRequest('collection', 'GET', joined(...rootOf('main'), ...inNamespace, '/nothings')),
      rawRequest('object', 'GET', joined(...rootOf('main'), ...inNamespace, '/nothings/x')),
      rawRequest('create', 'POST', joined(...rootOf('main'), ...inNamespace, '/nothings'), {
        body: {},
      }),
      rawRequest('core', 'GET', joined(...coreRoot, '/nothings')),
    ],
    isUnknown(
      ['collection', 'object', 'create', 'core'],
      'The path of an unknown type of a served group returns 404.',
    ),
  ),
  example(
    'K8S-PATH-002',
    [
      create('twin', 'core', 'x'),
      get('without namespace', 'core', caseName('x'), { namespace: 'all' }),
      rawRequest(
        'with namespace',
        'GET',
        joined(...rootOf('cluster'), ...inNamespace, '/', word('resource', 'cluster')),
      ),
      rawRequest(
        'namespaces of a namespace',
        'GET',
        joined(...coreRoot, ...inNamespace, '/namespaces'),
      ),
    ],
    isUnknown(
      ['without namespace', 'with namespace', 'namespaces of a namespace'],
      'A path of another scope than that of the type returns 404.',
    ),
  ),
  example(
    'K8S-PATH-003',
    [
      create('object', 'main', 'x'),
      list('twin', 'main', { namespace: 'all' }),
      { ...create('post on object', 'main', 'x'), to: { role: 'main', name: caseName('x') } },
      create('post on all', 'main', 'y', { namespace: 'all' }),
      {
        as: 'put on collection',
        method: 'PUT',
        to: { role: 'main' },
        body: sampleTerm('main', 'x'),
      },
    ],
    isNotAllowed(
      ['post on object', 'post on all', 'put on collection'],
      'A method that a path does not support is refused with 405.',
    ),
  ),
  example(
    'K8S-PATH-004',
    [
      create('object', 'main', 'x'),
      get('twin', 'main', caseName('x')),
      { ...get('head of object', 'main', caseName('x')), method: 'HEAD' },
      { ...list('head of collection', 'main'), method: 'HEAD' },
    ],
    function* (history) {
      yield* requireSuccess(history, 'object', 'twin')
      for (const label of ['head of object', 'head of collection'])
        yield* refusesWith(history, label, { code: 405 }, 'HEAD on a resource is refused with 405.')
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
      yield* requireSuccess(history, 'twin')
      const wanted = { code: 400, reason: 'BadRequest' }
      for (const label of ['no duration', 'no unit'])
        yield* refusesWith(
          history,
          label,
          wanted,
          'A timeout that is not a duration is refused with 400.',
        )
    },
  ),
  example(
    'K8S-PATH-007',
    [
      list('twin', 'main'),
      rawRequest('group', 'GET', '/apis/nothing.touchstone.example/v1/nothings'),
    ],
    function* (history) {
      yield* requireSuccess(history, 'twin')
      const says = 'The path of an unserved group returns 404.'
      yield* refusesWith(history, 'group', { code: 404 }, says)
    },
  ),
]
