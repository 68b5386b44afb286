// Checks the discovery and version documents of genuine servers.

import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { apiVersionOf } from '../../../fixtures/objects/tested-types.ts'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import { requireDecision } from '../../../properties/laws/decisions.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { apiPrefix } from '../../../properties/scenarios/paths-and-verbs/object-placement.ts'
import { list, rawRequest } from '../../../properties/dsl/steps.ts'
import { isText, valueAt } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const entries = ({ answer }: Exchange, pointer: string): unknown[] => listAt(answer?.body, pointer)

type Wanted = { label: string; says: string; expected: string; shows: (one: Exchange) => boolean }

/** A document is served, and contains the expected entries. */
function* showsFields(
  history: History,
  { label, says, expected, shows }: Wanted,
): Generator<Observation> {
  const exchange = yield* requireDecision(history, label)
  const isServed = isSuccess(exchange)
  yield verify(isServed && shows(exchange), {
    says,
    expected: isServed ? expected : '200',
    got: isServed ? (exchange.answer?.text ?? '') : answerSummary(exchange),
    at: exchange,
  })
}

/** The document of a group version lists the type of a role. */
function* listsTheType(history: History, role: Role): Generator<Observation> {
  const type = history.context.types[role]
  const wanted = { name: type.resource, kind: type.kind, namespaced: type.namespaced }
  yield* showsFields(history, {
    label: 'types',
    says: 'Discovery lists a type with its plural name, kind, scope and verbs.',
    expected: `an APIResourceList of ${apiVersionOf(type)} with ${JSON.stringify(wanted)} and its verbs`,
    shows: exchange =>
      bodyValueAt(exchange, '/kind') === 'APIResourceList' &&
      entries(exchange, '/resources').some(one => {
        const verbs = valueAt(one, '/verbs')
        const isSame = Object.entries(wanted).every(
          ([key, value]) => valueAt(one, `/${key}`) === value,
        )
        return isSame && Array.isArray(verbs) && verbs.includes('list')
      }),
  })
}

function* listsNamedGroups(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin')
  const { group, version } = history.context.types.main
  const groupVersion = `${group}/${version}`
  yield* showsFields(history, {
    label: 'groups',
    says: 'Discovery lists each served group with its versions.',
    expected: `an APIGroupList with the group ${group} and ${groupVersion}`,
    shows: exchange =>
      bodyValueAt(exchange, '/kind') === 'APIGroupList' &&
      entries(exchange, '/groups').some(one => {
        const versions = valueAt(one, '/versions')
        const named = Array.isArray(versions) ? versions : []
        const isThere = named.some(each => valueAt(each, '/groupVersion') === groupVersion)
        return valueAt(one, '/name') === group && isThere
      }),
  })
  yield* listsTheType(history, 'main')
}

function* listsTheCoreGroup(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin')
  const { version } = history.context.types.namespaces
  yield* showsFields(history, {
    label: 'versions',
    says: 'Discovery lists the versions of the core group.',
    expected: `APIVersions with ${version}`,
    shows: exchange =>
      bodyValueAt(exchange, '/kind') === 'APIVersions' &&
      entries(exchange, '/versions').includes(version),
  })
  yield* listsTheType(history, 'namespaces')
}

function* namesItsVersion(history: History): Generator<Observation> {
  const exchange = exchangeAt(history, 'version')
  yield* showsFields(history, {
    label: exchange.step,
    says: 'The server reports its version in /version.',
    expected: 'a document with gitVersion',
    shows: one => typeof bodyValueAt(one, '/gitVersion') === 'string',
  })
}

const accept = ['v2', 'v2beta1']
  .map(version => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',')

const wholeEntry: Record<string, (value: unknown) => boolean> = {
  '/resource': isText,
  '/responseKind/kind': isText,
  '/scope': value => value === 'Namespaced' || value === 'Cluster',
  '/verbs': value => Array.isArray(value) && value.length > 0,
  '/singularResource': value => typeof value === 'string',
}

/** An aggregated document completely describes the types in the group version of a role. */
function* describesTheTypes(history: History, label: string, role: Role): Generator<Observation> {
  const { group, version } = history.context.types[role]
  const exchange = yield* requireDecision(history, label)
  yield* precondition(isSuccess(exchange), `${label} returned ${answerSummary(exchange)}`)
  const types = entries(exchange, '/items')
    .filter(one => (valueAt(one, '/metadata/name') ?? '') === group)
    .flatMap(one => listAt(one, '/versions'))
    .filter(one => valueAt(one, '/version') === version)
    .flatMap(one => listAt(one, '/resources'))
  const isAggregated = bodyValueAt(exchange, '/kind') === 'APIGroupDiscoveryList'
  const lacking = types.flatMap(type =>
    Object.entries(wholeEntry)
      .filter(([pointer, is]) => !is(valueAt(type, pointer)))
      .map(([pointer]) => `${String(valueAt(type, '/resource'))}: ${pointer}`),
  )
  yield verify(!isAggregated || (types.length > 0 && lacking.length === 0), {
    says: 'Aggregated discovery describes each type with its kind, scope and verbs.',
    expected: `types of ${apiVersionOf(history.context.types[role])} with ${Object.keys(wholeEntry).join(', ')}`,
    got: types.length > 0 ? `without: ${lacking.join(', ')}` : 'no type of this version',
    at: exchange,
  })
}

const listAt = (value: unknown, pointer: string): unknown[] => {
  const found = valueAt(value, pointer)
  return Array.isArray(found) ? found : []
}

export default [
  example(
    'K8S-PATH-008',
    [
      list('twin', 'main', { limit: 1 }),
      rawRequest('groups', 'GET', '/apis'),
      rawRequest('types', 'GET', apiPrefix('main')),
    ],
    listsNamedGroups,
  ),
  example(
    'K8S-PATH-009',
    [
      list('twin', 'namespaces', { limit: 1 }),
      rawRequest('versions', 'GET', '/api'),
      rawRequest('types', 'GET', apiPrefix('namespaces')),
    ],
    listsTheCoreGroup,
  ),
  example(
    'K8S-PATH-011',
    [
      list('twin', 'main', { limit: 1 }),
      list('core twin', 'namespaces', { limit: 1 }),
      rawRequest('groups', 'GET', '/apis', { headers: { accept } }),
      rawRequest('core', 'GET', '/api', { headers: { accept } }),
    ],
    function* (history) {
      yield* requireSuccess(history, 'twin', 'core twin')
      const isNamed = history.context.types.main.group !== ''
      yield* describesTheTypes(history, isNamed ? 'groups' : 'core', 'main')
      yield* describesTheTypes(history, 'core', 'namespaces')
    },
  ),
  example('K8S-PATH-010', [rawRequest('version', 'GET', '/version')], namesItsVersion),
]
