import { answerSummary, bodyValueAt, isSuccess } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { requireDecision } from '../../../properties/laws/decisions.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { pathDoesNotShowObject } from '../../../properties/laws/paths-and-verbs/scopes.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  collectionBelow,
  apiPrefix,
} from '../../../properties/scenarios/paths-and-verbs/object-placement.ts'
import { create, caseName, rawRequest } from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { apiVersionOf } from '../../../fixtures/objects/tested-types.ts'
import { example } from '../../check.ts'

const coreVersion: Term = { $word: 'version', of: 'core' }
const core = apiPrefix('core')
const namespace: Term = { $join: [core, '/namespaces/', { $namespace: 0 }] }
const secrets = collectionBelow(core, 'core')
const shapes = {
  'a cluster-scoped collection': { $join: [core, '/namespaces'] },
  'a cluster-scoped resource': namespace,
  'a collection across namespaces': { $join: [core, '/', { $word: 'resource', of: 'core' }] },
  'a namespaced collection': secrets,
  'a namespaced resource': { $join: [secrets, '/', caseName('x')] },
} satisfies Record<string, Term>

function* servesCoreBelowApi(history: History): Generator<Observation> {
  yield* precondition(
    history.context.types.core.group === '',
    'the core type of the target has a group',
  )
  yield* requireSuccess(history, 'object')
  for (const label of Object.keys(shapes)) {
    const exchange = yield* requireDecision(history, label)
    yield verify(isSuccess(exchange), {
      says: 'Every path shape of the core group is served under /api/<version>.',
      expected: 'success',
      got: `${exchange.request.path}: ${answerSummary(exchange)}`,
      at: exchange,
    })
  }
  const says = 'Paths of the core group have no group segment and do not start with /apis.'
  yield* pathDoesNotShowObject(history, { reading: 'below apis', of: 'object', says })
}

function* servesGroupsBelowApis(history: History): Generator<Observation> {
  const wanted = apiVersionOf(history.context.types.main)
  yield* requireSuccess(history, 'object')
  const listing = yield* requireDecision(history, 'with both')
  yield verify(isSuccess(listing) && bodyValueAt(listing, '/apiVersion') === wanted, {
    says: 'A collection under /apis/<group>/<version> is in that group and version.',
    expected: wanted,
    got: isSuccess(listing) ? bodyValueAt(listing, '/apiVersion') : answerSummary(listing),
    at: listing,
  })
  const says = 'Paths of a named group contain both the group and the version.'
  yield* pathDoesNotShowObject(history, { reading: 'without the version', of: 'object', says })
  yield* pathDoesNotShowObject(history, { reading: 'without the group', of: 'object', says })
}

const group: Term = { $word: 'group', of: 'main' }
const version: Term = { $word: 'version', of: 'main' }

export default [
  example(
    'PATH-001',
    [
      create('object', 'core', 'x'),
      ...Object.entries(shapes).map(([label, path]) => rawRequest(label, 'GET', path)),
      rawRequest('below apis', 'GET', collectionBelow({ $join: ['/apis/', coreVersion] }, 'core')),
    ],
    servesCoreBelowApi,
  ),
  example(
    'PATH-002',
    [
      create('object', 'main', 'x'),
      rawRequest('with both', 'GET', collectionBelow(apiPrefix('main'), 'main')),
      rawRequest(
        'without the version',
        'GET',
        collectionBelow({ $join: ['/apis/', group] }, 'main'),
      ),
      rawRequest(
        'without the group',
        'GET',
        collectionBelow({ $join: ['/apis/', version] }, 'main'),
      ),
    ],
    servesGroupsBelowApis,
  ),
]
