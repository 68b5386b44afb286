// Checks applies that genuine servers refuse.

import {
  invalidManagerRefusal,
  duplicateKeysFollowFieldValidation,
  eachFaultIsRefusedWithoutEffect,
  listItemsNeedTheirKeys,
  faultsAreRefusedWithoutEffect,
} from '../../../properties/laws/server-side-apply/apply-refusals.ts'
import { createsByRights } from '../../../properties/scenarios/server-side-apply/apply-rights.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { acceptsRequest, findsNothing } from '../../../properties/laws/decisions.ts'
import { badRequestRefusal } from '../../../properties/laws/refusals.ts'
import { detailsOf, ownObjectName, refusesWith } from '../../../properties/laws/status.ts'
import type { ExpectedStatus } from '../../../properties/laws/status.ts'
import {
  readServiceAccount,
  writesWithInvalidManager,
  appliesWithDuplicateKeys,
  appliesOfOtherIdentity,
  faultyApplies,
  forcedPatches,
  appliesOfKeyedLists,
  longestManager,
  appliesWithWrongTypes,
  appliesInOtherMediaTypes,
  appliesOfOtherKinds,
  applyWithOtherUid,
  applyWithUidOfMissing,
  undecodableApplies,
  versionedApplies,
  appliesWithoutManager,
  appliesWithManagedFields,
} from '../../../properties/scenarios/server-side-apply/apply-faults.ts'
import { partialBody } from '../../../properties/scenarios/server-side-apply/apply.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { get, caseName } from '../../../properties/dsl/steps.ts'
import { apply } from '../../../properties/dsl/write-steps.ts'
import { example } from '../../check.ts'
import type { Check, Need } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const needs: Need[] = ['feature apply']
const nothing = get('nothing', 'core', caseName('y'))

/** A check of faults that must all be refused in the same way. */
const refused = (id: Id, faults: RequestStep[], wanted: ExpectedStatus, says: string): Check =>
  example(id, faultyApplies(...faults), faultsAreRefusedWithoutEffect(wanted, says), { needs })

const conflictOf =
  (logical: string): ((history: Parameters<typeof ownObjectName>[0]) => ExpectedStatus) =>
  history => ({
    code: 409,
    reason: 'Conflict',
    details: detailsOf(history, 'core', 'resource', ownObjectName(history, logical)),
  })

export default [
  refused(
    'K8S-APPLY-015',
    [...appliesWithoutManager, nothing],
    invalidManagerRefusal('FieldValueRequired'),
    'An apply without fieldManager is refused with 422.',
  ),
  example(
    'K8S-APPLY-016',
    [
      ...faultyApplies(...writesWithInvalidManager, nothing),
      apply('longest', 'core', caseName('x'), {
        body: partialBody('core', { annotations: { d: 'four' } }),
        manager: longestManager,
      }),
    ],
    function* (history) {
      const says = 'The name of a manager has at most 128 bytes, all printable.'
      yield* eachFaultIsRefusedWithoutEffect(
        (_, { step }) =>
          invalidManagerRefusal(
            step === 'fault not printable' ? 'FieldValueInvalid' : 'FieldValueTooLong',
          ),
        says,
      )(history)
      yield* acceptsRequest(history, 'longest', says)
    },
    { needs },
  ),
  refused(
    'K8S-APPLY-017',
    appliesWithManagedFields,
    badRequestRefusal,
    'An apply with managedFields, even an empty list, is refused with 400.',
  ),
  refused(
    'K8S-APPLY-018',
    appliesWithWrongTypes,
    { code: 500, reason: null },
    'An apply that does not match the schema of its type is refused with 500.',
  ),
  refused(
    'K8S-APPLY-019',
    [...appliesOfOtherIdentity, nothing],
    badRequestRefusal,
    'An apply of another object than its path, or without a name for a missing object, is refused with 400.',
  ),
  refused(
    'K8S-APPLY-020',
    appliesOfOtherKinds,
    badRequestRefusal,
    'An apply whose apiVersion and kind are not those of its path is refused with 400.',
  ),
  refused(
    'K8S-APPLY-021',
    forcedPatches,
    invalidManagerRefusal('FieldValueForbidden', 'force'),
    'Force on a patch that is not an apply is refused with 422, whatever its value.',
  ),
  example(
    'K8S-APPLY-022',
    versionedApplies,
    function* (history) {
      const says =
        'An apply with a stale version is refused with 409 Conflict and details that name the object.'
      yield* acceptsRequest(history, 'current', 'An apply with the stored version succeeds.')
      yield* faultsAreRefusedWithoutEffect(conflictOf('x')(history), says)(history)
    },
    { needs },
  ),
  example(
    'K8S-APPLY-023',
    faultyApplies(applyWithOtherUid, applyWithUidOfMissing, nothing),
    eachFaultIsRefusedWithoutEffect(
      (history, { step }) =>
        step === applyWithUidOfMissing.as
          ? conflictOf('y')(history)
          : {
              code: 422,
              reason: 'Invalid',
              causes: [{ reason: 'FieldValueInvalid', field: 'metadata.uid' }],
            },
      'An apply with another uid is refused with 422, and with any uid for a missing object with 409.',
    ),
    { needs },
  ),
  refused(
    'K8S-APPLY-024',
    undecodableApplies,
    badRequestRefusal,
    'An apply whose body is not YAML, or not an object, is refused with 400.',
  ),
  example(
    'K8S-APPLY-029',
    createsByRights,
    function* (history) {
      yield* requireSuccess(history, 'twin')
      const says = 'An apply of a missing object needs the permissions patch and create.'
      for (const label of ['only patch', 'only create'])
        yield* refusesWith(history, label, { code: 403, reason: 'Forbidden' }, says)
      yield* findsNothing(history, 'nothing', says)
    },
    { needs },
  ),
  example('K8S-APPLY-030', appliesWithDuplicateKeys, duplicateKeysFollowFieldValidation, { needs }),
  refused(
    'K8S-APPLY-031',
    appliesInOtherMediaTypes,
    { code: 415, reason: 'UnsupportedMediaType' },
    'An apply with a media type that is not an apply media type is refused with 415.',
  ),
  example(
    'K8S-APPLY-033',
    [
      ...appliesOfKeyedLists.slice(0, 1),
      readServiceAccount('before'),
      ...appliesOfKeyedLists.slice(1),
      readServiceAccount('after'),
    ],
    listItemsNeedTheirKeys,
    { needs },
  ),
]
