// Builds strategic merge patches with lists that merge and with directives.

import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep } from '../../dsl/scenario.ts'
import { caseName, get, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patch, patchMediaTypes } from '../../dsl/write-steps.ts'
import {
  deployments,
  emptyDeployment,
  serviceAccounts,
  serviceAccountWithSecrets,
  typePath,
} from '../named-types.ts'
import type { NamedType } from '../named-types.ts'
import { finalizerName } from '../object-lifecycles.ts'
import { createPatchable } from './patches.ts'

/** Adds a finalizer to those of the object (`added`), then removes one (`removed`). */
export const patchesOfFinalizers = (role: Role): RequestStep[] => [
  createPatchable(role, `object ${role}`),
  ...Object.entries<Term>({
    added: { finalizers: [finalizerName('v')] },
    removed: { '$deleteFromPrimitiveList/finalizers': [finalizerName('x')] },
  }).flatMap(([as, metadata]) => [
    patch(`${as} ${role}`, role, caseName('x'), { type: 'strategic', body: { metadata } }),
    get(`after ${as} ${role}`, role, caseName('x')),
  ]),
]

/** The names of the items after each patch of a list whose items have the key `name`. */
export const patchesOfItems: { as: string; secrets: Term[]; left: string[] }[] = [
  { as: 'added', secrets: [{ name: 'c' }], left: ['a', 'b', 'c'] },
  { as: 'repeated', secrets: [{ name: 'b' }], left: ['a', 'b', 'c'] },
  { as: 'deleted', secrets: [{ name: 'a', $patch: 'delete' }], left: ['b', 'c'] },
  { as: 'replaced', secrets: [{ name: 'd' }, { $patch: 'replace' }], left: ['d'] },
]

/** A service account, patched in turn, with a read after each patch. */
export const patchesOfKeyedList: RequestStep[] = [
  createNamed(serviceAccounts, serviceAccountWithSecrets('x', ['a', 'b'])),
  ...patchesOfItems.flatMap(({ as, secrets }) => [
    patchNamed(as, serviceAccounts, { secrets }),
    getNamed(`after ${as}`, serviceAccounts),
  ]),
]

/** A deployment that no longer replaces its pods one by one: one member of its strategy stays. */
export const patchOfStrategy: RequestStep[] = [
  createNamed(deployments, emptyDeployment('x')),
  patchNamed('switched', deployments, {
    spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } },
  }),
  getNamed('after switched', deployments),
]

function createNamed(type: NamedType, body: Term): RequestStep {
  return rawRequest('object', 'POST', typePath(type, 0), { body })
}

function patchNamed(as: string, type: NamedType, body: Term): RequestStep {
  return rawRequest(as, 'PATCH', typePath(type, 0, caseName('x')), {
    body,
    headers: { 'content-type': patchMediaTypes.strategic },
  })
}

function getNamed(as: string, type: NamedType): RequestStep {
  return rawRequest(as, 'GET', typePath(type, 0, caseName('x')))
}
