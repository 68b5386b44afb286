// Checks patches with and without a resource version.

import {
  currentPatchesApply,
  stalePatchHasNoEffect,
  unversionedAllApply,
} from '../../../properties/laws/patch/patch-versions.ts'
import { racingPatches, versionedPatches } from '../../../properties/scenarios/patch/patch-races.ts'
import {
  annotationPatch,
  patchTypeNames,
  createPatchable,
} from '../../../properties/scenarios/patch/patches.ts'
import { rolesIn } from '../../../properties/history/history.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { get, caseName, versionFrom } from '../../../properties/dsl/steps.ts'
import { patch } from '../../../properties/dsl/write-steps.ts'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { PatchType } from '../../../properties/scenarios/patch/patches.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { example, property } from '../../check.ts'

/** A patch with the version that was read immediately before. */
const current = (role: Role, type: PatchType): RequestStep[] =>
  [
    createPatchable(role, 'object', type),
    get('look 0', role, caseName(type)),
    patch(
      'patch 0',
      role,
      caseName(type),
      annotationPatch(type, 'current', versionFrom(`look 0 ${type} ${role}`)),
    ),
    get('look 1', role, caseName(type)),
  ].map(request => ({ ...request, as: `${request.as} ${type} ${role}` }))

const cases = writableRoles.flatMap(role => patchTypeNames.map(type => ({ role, type })))

export default [
  example(
    'PTCH-019',
    cases.flatMap(({ role, type }) => current(role, type)),
    function* (history) {
      for (const role of rolesIn(history, writableRoles))
        yield* currentPatchesApply(
          history,
          patchTypeNames.map(type => ` ${type} ${role}`),
        )
    },
  ),
  property('PTCH-020', versionedPatches(), stalePatchHasNoEffect, { observationsMin: 20 }),
  property('PTCH-021', racingPatches(), unversionedAllApply, { observationsMin: 20 }),
]
