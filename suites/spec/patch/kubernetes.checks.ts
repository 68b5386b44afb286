// Patches as genuine servers answer them.

import { patchIsStale } from '../../../properties/laws/patch/patch-versions.ts'
import { keepsItsVersion, replaceAdds } from '../../../properties/laws/patch/patched-objects.ts'
import { badRequest, faultsAreRefused, refusalOf } from '../../../properties/laws/refusals.ts'
import { answersWith, detailsOf, ownName, refusesWith } from '../../../properties/laws/status.ts'
import type { Refusal } from '../../../properties/laws/status.ts'
import { stalePatch } from '../../../properties/scenarios/patch/patch-races.ts'
import {
  elsewhere,
  faulty,
  inapplicable,
  malformed,
  ofAnotherUid,
  ofMissingObjects,
  ofOtherTypes,
  ofWrongTypes,
  replacing,
  tooManyOperations,
  withoutEffect,
} from '../../../properties/scenarios/patch/faulty-patches.ts'
import { patchKinds } from '../../../properties/scenarios/patch/patches.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import { rolesIn } from '../../../properties/history/history.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { example } from '../../check.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const bothTwins = ['object', 'twin json', 'twin merge']

/** Faulty patches that are all refused alike. */
const refused = (id: Id, steps: Request[], wanted: Refusal, says: string): Check =>
  example(id, steps, faultsAreRefused({ twins: bothTwins, wanted, says }))

export default [
  example('K8S-PTCH-001', faulty('main', {}), function* (history) {
    for (const label of ['twin json', 'twin merge'])
      yield* answersWith(history, label, 200, 'A patch is answered 200.')
  }),
  refused(
    'K8S-PTCH-002',
    faulty('core', { json: inapplicable }),
    { code: 422, reason: 'Invalid', details: {} },
    'A JSON patch that cannot be applied is answered 422 without a word about the object.',
  ),
  refused(
    'K8S-PTCH-003',
    faulty('core', malformed),
    badRequest,
    'A patch that does not have the form of its media type is answered 400.',
  ),
  refused(
    'K8S-PTCH-004',
    ofOtherTypes('core'),
    { code: 415, reason: 'UnsupportedMediaType' },
    'A patch of another media type is answered 415.',
  ),
  example('K8S-PTCH-005', withoutEffect('core'), keepsItsVersion),
  example(
    'K8S-PTCH-006',
    writableRoles.flatMap(role =>
      patchKinds.flatMap(type =>
        stalePatch(role, type, { suffix: ` ${type} ${role}`, logical: type }),
      ),
    ),
    function* (history) {
      for (const role of rolesIn(history, writableRoles)) {
        for (const type of patchKinds) {
          const suffix = ` ${type} ${role}`
          yield* patchIsStale(history, suffix)
          const details = detailsOf(history, role, 'resource', ownName(history, type))
          const wanted = { code: 409, reason: 'Conflict', details }
          const says = 'A patch at a stale version is answered 409 Conflict.'
          yield* refusesWith(history, `stale${suffix}`, wanted, says)
        }
      }
    },
  ),
  example(
    'K8S-PTCH-007',
    ofMissingObjects('main'),
    faultsAreRefused({
      twins: bothTwins,
      wanted: refusalOf('none', { code: 404, reason: 'NotFound' }),
      says: 'A patch of what is not there is answered 404, whether or not a PUT would create it.',
    }),
  ),
  example(
    'K8S-PTCH-008',
    tooManyOperations('core'),
    faultsAreRefused({
      twins: ['object', 'twin json'],
      wanted: { code: 413, reason: 'RequestEntityTooLarge' },
      says: 'A JSON patch of more than 10,000 operations is answered 413.',
    }),
  ),
  refused(
    'K8S-PTCH-009',
    faulty('core', { merge: elsewhere }),
    badRequest,
    'A patch that gives its object another name or namespace is answered 400.',
  ),
  refused(
    'K8S-PTCH-010',
    faulty('core', { merge: ofAnotherUid }),
    {
      code: 422,
      reason: 'Invalid',
      causes: [{ reason: 'FieldValueInvalid', field: 'metadata.uid' }],
    },
    'A patch that gives its object another uid is answered 422.',
  ),
  refused(
    'K8S-PTCH-011',
    faulty('core', ofWrongTypes),
    { code: 422, reason: 'Invalid', causes: [{ reason: 'FieldValueInvalid', field: 'patch' }] },
    'A patch whose result cannot be read is answered 422, and the cause is the patch.',
  ),
  example('K8S-PTCH-012', replacing('core'), replaceAdds),
]
