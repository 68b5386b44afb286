// Checks how genuine servers answer patches.

import {
  faultyPatchesAreRefused,
  undecodableResultsAreRefused,
} from '../../../properties/laws/patch/faulty-patches.ts'
import {
  onePatchOfATestApplies,
  requireStalePatch,
} from '../../../properties/laws/patch/patch-versions.ts'
import {
  noOpPatchKeepsVersion,
  replaceAddsWhatIsMissing,
} from '../../../properties/laws/patch/patched-objects.ts'
import { servedPatches } from '../../../properties/laws/patch/served-patch-types.ts'
import {
  badRequestRefusal,
  faultsAreRefused,
  refusalOf,
} from '../../../properties/laws/refusals.ts'
import type { RefusalRule } from '../../../properties/laws/refusals.ts'
import {
  answersWith,
  detailsOf,
  ownObjectName,
  refusesWith,
} from '../../../properties/laws/status.ts'
import { racingTests, stalePatch } from '../../../properties/scenarios/patch/patch-races.ts'
import {
  patchesOfOtherIdentity,
  faultyPatches,
  inapplicablePatches,
  malformedPatches,
  patchesOfOtherUid,
  patchesOfMissingObjects,
  patchesInOtherMediaTypes,
  patchesToWrongTypes,
  replacePatches,
  patchesAtOperationLimit,
  noOpPatches,
} from '../../../properties/scenarios/patch/faulty-patches.ts'
import { patchTypeNames } from '../../../properties/scenarios/patch/patches.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { rolesIn } from '../../../properties/history/history.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import {
  specPatchKeepsStatus,
  statusWriteKeepsSpec,
} from '../../../properties/laws/create-and-update/status-writes.ts'
import {
  specPatches,
  statusPatch,
} from '../../../properties/scenarios/create-and-update/status-writes.ts'
import { example, property } from '../../check.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

/** A check of faulty patches that must all be refused in the same way. */
const refused = (
  id: Id,
  steps: RequestStep[],
  wanted: RefusalRule['wanted'],
  says: string,
): Check => example(id, steps, faultyPatchesAreRefused({ wanted, says }))

export default [
  example('K8S-PTCH-001', faultyPatches('main', {}), function* (history) {
    for (const label of servedPatches(history, ['twin json', 'twin merge']))
      yield* answersWith(history, label, 200, 'A patch returns 200.')
  }),
  refused(
    'K8S-PTCH-002',
    faultyPatches('core', { json: inapplicablePatches }),
    { code: 422, reason: 'Invalid', details: {} },
    'A JSON patch that cannot be applied is refused with 422, and details without a name.',
  ),
  refused(
    'K8S-PTCH-003',
    faultyPatches('core', malformedPatches),
    badRequestRefusal,
    'A patch that does not have the form of its media type is refused with 400.',
  ),
  refused(
    'K8S-PTCH-004',
    patchesInOtherMediaTypes('core'),
    { code: 415, reason: 'UnsupportedMediaType' },
    'A patch of another media type is refused with 415.',
  ),
  example('K8S-PTCH-005', noOpPatches('core'), noOpPatchKeepsVersion),
  example(
    'K8S-PTCH-006',
    writableRoles.flatMap(role =>
      patchTypeNames.flatMap(type =>
        stalePatch(role, type, { suffix: ` ${type} ${role}`, logical: type }),
      ),
    ),
    function* (history) {
      for (const role of rolesIn(history, writableRoles)) {
        const twins = patchTypeNames.map(type => `twin ${type} ${role}`)
        const served = servedPatches(history, twins)
        for (const type of patchTypeNames) {
          const suffix = ` ${type} ${role}`
          if (!served.includes(`twin${suffix}`)) continue
          yield* requireStalePatch(history, suffix)
          const details = detailsOf(history, role, 'resource', ownObjectName(history, type))
          const wanted = { code: 409, reason: 'Conflict', details }
          const says = 'A patch with a stale version is refused with 409 Conflict.'
          yield* refusesWith(history, `stale${suffix}`, wanted, says)
        }
      }
    },
  ),
  refused(
    'K8S-PTCH-007',
    patchesOfMissingObjects('main'),
    refusalOf('none', { code: 404, reason: 'NotFound' }),
    'A patch of a missing object is refused with 404, whether or not a PUT would create it.',
  ),
  example(
    'K8S-PTCH-008',
    patchesAtOperationLimit('core'),
    faultsAreRefused({
      twins: ['object', 'twin json'],
      wanted: { code: 413, reason: 'RequestEntityTooLarge' },
      says: 'A JSON patch of more than 10,000 operations is refused with 413.',
    }),
  ),
  refused(
    'K8S-PTCH-009',
    faultyPatches('core', { merge: patchesOfOtherIdentity }),
    badRequestRefusal,
    'A patch that gives its object another name or namespace is refused with 400.',
  ),
  refused(
    'K8S-PTCH-010',
    faultyPatches('core', { merge: patchesOfOtherUid }),
    {
      code: 422,
      reason: 'Invalid',
      causes: [{ reason: 'FieldValueInvalid', field: 'metadata.uid' }],
    },
    'A patch that gives its object another uid is refused with 422.',
  ),
  example(
    'K8S-PTCH-011',
    faultyPatches('core', patchesToWrongTypes),
    undecodableResultsAreRefused({
      wanted: {
        code: 422,
        reason: 'Invalid',
        causes: [{ reason: 'FieldValueInvalid', field: 'patch' }],
      },
      says: 'A patch whose result cannot be decoded is refused with 422, and a cause for the field patch.',
    }),
  ),
  example('K8S-PTCH-012', replacePatches('core'), replaceAddsWhatIsMissing),
  example('K8S-PTCH-013', statusPatch, statusWriteKeepsSpec),
  example('K8S-PTCH-014', specPatches, specPatchKeepsStatus),
  property('K8S-PTCH-015', racingTests(), onePatchOfATestApplies),
]
