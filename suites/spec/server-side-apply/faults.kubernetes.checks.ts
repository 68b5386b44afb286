// Applies that genuine servers refuse.

import {
  badManager,
  doubledKeysAreJudged,
  eachRefusedWithoutTrace,
  itemsHaveTheirKeys,
  refusedWithoutTrace,
} from '../../../properties/laws/server-side-apply/apply-refusals.ts'
import { createdByRights } from '../../../properties/scenarios/server-side-apply/apply-places.ts'
import { done } from '../../../properties/laws/premises.ts'
import { accepts, findsNothing } from '../../../properties/laws/decisions.ts'
import { badRequest } from '../../../properties/laws/refusals.ts'
import { detailsOf, ownName, refusesWith } from '../../../properties/laws/status.ts'
import type { Refusal } from '../../../properties/laws/status.ts'
import {
  accountLook,
  badManagers,
  doubledKeys,
  elsewhere,
  faultyApplies,
  forcedPatches,
  keyedItems,
  longestManager,
  notOfTheType,
  ofOtherMediaTypes,
  ofOtherTypes,
  ofOtherUid,
  ofUidOfNothing,
  undecodable,
  versionedApplies,
  withoutManager,
  withRecord,
} from '../../../properties/scenarios/server-side-apply/apply-faults.ts'
import { naming } from '../../../properties/scenarios/server-side-apply/apply.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import { get, named } from '../../../properties/dsl/steps.ts'
import { apply } from '../../../properties/dsl/write-steps.ts'
import { example } from '../../check.ts'
import type { Check, Need } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const needs: Need[] = ['feature apply']
const nothing = get('nothing', 'core', named('y'))

/** Faults that are all refused alike. */
const refused = (id: Id, faults: Request[], wanted: Refusal, says: string): Check =>
  example(id, faultyApplies(...faults), refusedWithoutTrace(wanted, says), { needs })

const conflictOf =
  (logical: string): ((history: Parameters<typeof ownName>[0]) => Refusal) =>
  history => ({
    code: 409,
    reason: 'Conflict',
    details: detailsOf(history, 'core', 'resource', ownName(history, logical)),
  })

export default [
  refused(
    'K8S-APPLY-015',
    [...withoutManager, nothing],
    badManager('FieldValueRequired'),
    'An apply without the name of a manager is answered 422.',
  ),
  example(
    'K8S-APPLY-016',
    [
      ...faultyApplies(...badManagers, nothing),
      apply('longest', 'core', named('x'), {
        body: naming('core', { annotations: { d: 'four' } }),
        manager: longestManager,
      }),
    ],
    function* (history) {
      const says = 'The name of a manager has at most 128 bytes, all printable.'
      yield* eachRefusedWithoutTrace(
        (_, { step }) =>
          badManager(step === 'fault not printable' ? 'FieldValueInvalid' : 'FieldValueTooLong'),
        says,
      )(history)
      yield* accepts(history, 'longest', says)
    },
    { needs },
  ),
  refused(
    'K8S-APPLY-017',
    withRecord,
    badRequest,
    'An apply that carries managedFields, be it none, is answered 400.',
  ),
  refused(
    'K8S-APPLY-018',
    notOfTheType,
    { code: 500, reason: null },
    'An apply that its type has no fields or values for is answered 500.',
  ),
  refused(
    'K8S-APPLY-019',
    [...elsewhere, nothing],
    badRequest,
    'An apply that names another object, or none where none is, is answered 400.',
  ),
  refused(
    'K8S-APPLY-020',
    ofOtherTypes,
    badRequest,
    'An apply whose apiVersion and kind are not those of its path is answered 400.',
  ),
  refused(
    'K8S-APPLY-021',
    forcedPatches,
    badManager('FieldValueForbidden', 'force'),
    'Force on a patch that is no apply is answered 422, whatever it says.',
  ),
  example(
    'K8S-APPLY-022',
    versionedApplies,
    function* (history) {
      const says = 'An apply at a stale version is answered 409 Conflict and names the object.'
      yield* accepts(history, 'current', 'An apply at the stored version is carried out.')
      yield* refusedWithoutTrace(conflictOf('x')(history), says)(history)
    },
    { needs },
  ),
  example(
    'K8S-APPLY-023',
    faultyApplies(ofOtherUid, ofUidOfNothing, nothing),
    eachRefusedWithoutTrace(
      (history, { step }) =>
        step === ofUidOfNothing.as
          ? conflictOf('y')(history)
          : {
              code: 422,
              reason: 'Invalid',
              causes: [{ reason: 'FieldValueInvalid', field: 'metadata.uid' }],
            },
      'An apply of another uid is answered 422, and of any uid where nothing is 409.',
    ),
    { needs },
  ),
  refused(
    'K8S-APPLY-024',
    undecodable,
    badRequest,
    'An apply whose body is no YAML, or no object, is answered 400.',
  ),
  example(
    'K8S-APPLY-029',
    createdByRights,
    function* (history) {
      yield* done(history, 'twin')
      const says = 'An apply that would create needs the right to patch and the right to create.'
      for (const label of ['only patch', 'only create'])
        yield* refusesWith(history, label, { code: 403, reason: 'Forbidden' }, says)
      yield* findsNothing(history, 'nothing', says)
    },
    { needs },
  ),
  example('K8S-APPLY-030', doubledKeys, doubledKeysAreJudged, { needs }),
  refused(
    'K8S-APPLY-031',
    ofOtherMediaTypes,
    { code: 415, reason: 'UnsupportedMediaType' },
    'An apply by a media type that none is of is answered 415.',
  ),
  example(
    'K8S-APPLY-033',
    [
      ...keyedItems.slice(0, 1),
      accountLook('before'),
      ...keyedItems.slice(1),
      accountLook('after'),
    ],
    itemsHaveTheirKeys,
    { needs },
  ),
]
