// Checks how genuine servers validate and fill in types, names and namespaces in bodies.

import { valueAt } from '../../../properties/dsl/term.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { answerSummary, exchangeAt } from '../../../properties/history/history.ts'
import { faultsAreInvalid } from '../../../properties/laws/object-fields/metadata-syntax.ts'
import { generatedNameIsBaseAndSuffix } from '../../../properties/laws/object-fields/names.ts'
import {
  badRequestRefusal,
  faultsAreRefused,
  faultsAreRefusedOf,
} from '../../../properties/laws/refusals.ts'
import {
  bodyNamespaceDefaultsToPath,
  bodyTypeDefaultsToPath,
  everyAnswerFollowsRule,
  namespaceIsDropped,
} from '../../../properties/laws/object-fields/server-set-fields.ts'
import { detailsOf, ownObjectName } from '../../../properties/laws/status.ts'
import { precondition } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { invalidNames } from '../../../properties/scenarios/object-fields/metadata-syntax.ts'
import { generatedName } from '../../../properties/scenarios/object-fields/names.ts'
import { bodiesOfOtherTypes } from '../../../properties/scenarios/object-fields/server-set-fields.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { create, get, caseName } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const namespaced = ['main', 'core'] as const
const inFirstNamespace = { set: { '/metadata/namespace': { $namespace: 0 } } }

/**
 * A create in a missing namespace is refused. Judged only if the server serves namespaces and
 * reports that this one is missing.
 */
function* missesItsNamespace(history: History): Generator<Observation> {
  const found = exchangeAt(history, 'namespace')
  yield* precondition(
    found.answer?.status === 404,
    `a get of the namespace answered ${answerSummary(found)}`,
  )
  yield* faultsAreRefusedOf(namespaced, {
    twins: ['twin'],
    faults: ['nowhere'],
    wanted: (_, { about }) => ({
      code: 404,
      reason: 'NotFound',
      details: detailsOf(history, 'namespaces', 'resource', about?.namespace),
    }),
    says: 'A create in a missing namespace is refused with 404.',
  })(history)
}

/**
 * Whether two bodies have the same type. Different types of a target may have the same group and
 * version.
 */
const hasTypeOf = (twin: Exchange, fault: Exchange): boolean =>
  ['/kind', '/apiVersion'].every(pointer => {
    const [one, other] = [twin, fault].map(({ request }) =>
      valueAt(JSON.parse(request.body ?? 'null'), pointer),
    )
    return one === other
  })

export default [
  property(
    'K8S-OBJ-001',
    bodiesOfOtherTypes(),
    faultsAreRefused({
      twins: ['twin', 'twin update'],
      wanted: (history, fault) =>
        hasTypeOf(exchangeAt(history, 'twin'), fault) ? undefined : badRequestRefusal,
      says: 'A body with a different kind or version than its path is refused with 400.',
    }),
  ),
  example(
    'K8S-OBJ-002',
    [
      create('twin', 'main', 'x'),
      create('create', 'main', 'y', { drop: ['/kind', '/apiVersion'] }),
    ],
    bodyTypeDefaultsToPath,
  ),
  property('K8S-OBJ-003', generatedName(), generatedNameIsBaseAndSuffix),
  example(
    'K8S-OBJ-004',
    writableRoles.map(role =>
      create(`both ${role}`, role, 'x', { set: { '/metadata/generateName': caseName('g-') } }),
    ),
    everyAnswerFollowsRule(history => ({
      pointer: '/metadata/name',
      says: 'Of name and generateName, the name is used.',
      expected: ownObjectName(history, 'x'),
      is: name => name === ownObjectName(history, 'x'),
    })),
  ),
  property(
    'K8S-OBJ-005',
    invalidNames(),
    faultsAreInvalid({
      cause: { reason: 'FieldValueInvalid', field: 'metadata.name' },
      says: 'A name that is not a DNS subdomain of at most 253 characters is refused with 422.',
    }),
  ),
  example(
    'K8S-OBJ-006',
    [
      create('twin', 'namespaces', 'x'),
      create('fault dot', 'namespaces', 'x.y'),
      create('fault capital', 'namespaces', 'X'),
      create('fault long', 'namespaces', 'x'.repeat(64)),
    ],
    faultsAreInvalid({
      cause: { reason: 'FieldValueInvalid', field: 'metadata.name' },
      says: 'A name of a namespace that is not a DNS label of at most 63 characters is refused with 422.',
    }),
  ),
  example(
    'K8S-OBJ-011',
    [
      ...namespaced.map(role => create(`twin ${role}`, role, 'twin', inFirstNamespace)),
      create('absent', 'main', 'x'),
      create('empty', 'core', 'x', { set: { '/metadata/namespace': '' } }),
    ],
    bodyNamespaceDefaultsToPath,
  ),
  example(
    'K8S-OBJ-012',
    namespaced.flatMap(role => [
      create(`twin ${role}`, role, 'x', inFirstNamespace),
      create(`other ${role}`, role, 'y', { set: { '/metadata/namespace': { $namespace: 1 } } }),
    ]),
    faultsAreRefusedOf(namespaced, {
      twins: ['twin'],
      faults: ['other'],
      wanted: badRequestRefusal,
      says: 'A create whose body has a different namespace than its path is refused with 400.',
    }),
  ),
  example(
    'K8S-OBJ-013',
    [create('create', 'cluster', 'x', { set: { '/metadata/namespace': { $namespace: 0 } } })],
    namespaceIsDropped,
  ),
  example(
    'K8S-OBJ-014',
    [
      get('namespace', 'namespaces', { $namespace: 9 }),
      ...namespaced.flatMap(role => [
        create(`twin ${role}`, role, 'x'),
        create(`nowhere ${role}`, role, 'x', { namespace: 9 }),
      ]),
    ],
    missesItsNamespace,
  ),
  example(
    'K8S-OBJ-015',
    writableRoles.flatMap(role => [
      create(`twin ${role}`, role, 'x'),
      create(`nameless ${role}`, role, undefined),
      create(`empty ${role}`, role, undefined, { set: { '/metadata/name': '' } }),
    ]),
    faultsAreRefusedOf(writableRoles, {
      twins: ['twin'],
      faults: ['nameless', 'empty'],
      wanted: (history, { about }) =>
        about && {
          code: 422,
          reason: 'Invalid',
          details: detailsOf(history, about.role, 'kind'),
          causes: [{ reason: 'FieldValueRequired', field: 'metadata.name' }],
        },
      says: 'A create without name and generateName is refused with 422.',
    }),
  ),
]
