// What genuine servers say of the types that they serve, and of themselves.

import { answered, at, read, succeeded } from '../../../properties/history.ts'
import type { Exchange, History } from '../../../properties/history.ts'
import { apiVersionOf } from '../../../fixtures/objects/probe-types.ts'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import { decided } from '../../../properties/laws/decisions.ts'
import { done } from '../../../properties/laws/premises.ts'
import { holds } from '../../../properties/observation.ts'
import type { Observation } from '../../../properties/observation.ts'
import { prefixOf } from '../../../properties/scenarios/places.ts'
import { list, raw } from '../../../properties/steps.ts'
import { valueAt } from '../../../properties/term.ts'
import { example } from '../../check.ts'

const entries = (exchange: Exchange, pointer: string): unknown[] => {
  const value = read(exchange, pointer)
  return Array.isArray(value) ? value : []
}

type Wanted = { label: string; says: string; expected: string; shows: (one: Exchange) => boolean }

/** A document is answered with success, and shows what is wanted. */
function* tells(
  history: History,
  { label, says, expected, shows }: Wanted,
): Generator<Observation> {
  const exchange = yield* decided(history, label)
  const isServed = succeeded(exchange)
  yield holds(isServed && shows(exchange), {
    says,
    expected: isServed ? expected : '200',
    got: isServed ? (exchange.answer?.text ?? '') : answered(exchange),
    at: exchange,
  })
}

/** The list of a version has the type of a role. */
function* listsTheType(history: History, role: Role): Generator<Observation> {
  const type = history.words.types[role]
  const wanted = { name: type.resource, kind: type.kind, namespaced: type.namespaced }
  yield* tells(history, {
    label: 'types',
    says: 'Discovery lists a type by its plural name, with its kind, scope and verbs.',
    expected: `an APIResourceList of ${apiVersionOf(type)} with ${JSON.stringify(wanted)} and its verbs`,
    shows: exchange =>
      read(exchange, '/kind') === 'APIResourceList' &&
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
  yield* done(history, 'twin')
  const { group, version } = history.words.types.main
  const groupVersion = `${group}/${version}`
  yield* tells(history, {
    label: 'groups',
    says: 'Discovery names each group that is served, with its versions.',
    expected: `an APIGroupList with the group ${group} and ${groupVersion}`,
    shows: exchange =>
      read(exchange, '/kind') === 'APIGroupList' &&
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
  yield* done(history, 'twin')
  const { version } = history.words.types.namespaces
  yield* tells(history, {
    label: 'versions',
    says: 'Discovery names the versions of the core group.',
    expected: `APIVersions with ${version}`,
    shows: exchange =>
      read(exchange, '/kind') === 'APIVersions' && entries(exchange, '/versions').includes(version),
  })
  yield* listsTheType(history, 'namespaces')
}

function* namesItsVersion(history: History): Generator<Observation> {
  const exchange = at(history, 'version')
  yield* tells(history, {
    label: exchange.step,
    says: 'The server names its version.',
    expected: 'a document with gitVersion',
    shows: one => typeof read(one, '/gitVersion') === 'string',
  })
}

export default [
  example(
    'K8S-PATH-008',
    [
      list('twin', 'main', { limit: 1 }),
      raw('groups', 'GET', '/apis'),
      raw('types', 'GET', prefixOf('main')),
    ],
    listsNamedGroups,
  ),
  example(
    'K8S-PATH-009',
    [
      list('twin', 'namespaces', { limit: 1 }),
      raw('versions', 'GET', '/api'),
      raw('types', 'GET', prefixOf('namespaces')),
    ],
    listsTheCoreGroup,
  ),
  example('K8S-PATH-010', [raw('version', 'GET', '/version')], namesItsVersion),
]
