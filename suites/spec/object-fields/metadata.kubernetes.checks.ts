// Checks how genuine servers validate, set and keep the other metadata fields.

import {
  deletionTimestampStays,
  lateFinalizerIsRefused,
  timestampsAreInSeconds,
} from '../../../properties/laws/delete-and-finalizers/finalizers.ts'
import { faultsAreInvalid } from '../../../properties/laws/object-fields/metadata-syntax.ts'
import {
  areRefusedInSomeWay,
  faultsAreRefused,
  fieldIsNotIgnored,
} from '../../../properties/laws/refusals.ts'
import {
  everyAnswerFollowsRule,
  matchesForm,
  serverSetIsReplaced,
} from '../../../properties/laws/object-fields/server-set-fields.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { detailsOf, ownObjectName, refusesWith } from '../../../properties/laws/status.ts'
import { versionsFollowTheWrites } from '../../../properties/laws/version-order.ts'
import {
  deleteHeldObject,
  heldByFinalizer,
  addFinalizerLate,
  undoDeletion,
} from '../../../properties/scenarios/delete-and-finalizers/finalizers.ts'
import {
  invalidAnnotations,
  invalidLabels,
} from '../../../properties/scenarios/object-fields/metadata-syntax.ts'
import { createWithServerSetFields } from '../../../properties/scenarios/object-fields/server-set-fields.ts'
import { sequentialWrites } from '../../../properties/scenarios/labelled-objects.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { updateFrom, create, versionFrom } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const finalizers = '/metadata/finalizers'

/** An object whose annotations have this total size in bytes. */
const annotated = (bytes: number) => ({
  set: { '/metadata/annotations': { a: { $repeat: 'x', times: bytes - 1 } } },
})

export default [
  property(
    'K8S-OBJ-007',
    invalidLabels(),
    faultsAreInvalid({
      cause: { reason: 'FieldValueInvalid', field: 'metadata.labels' },
      says: 'A label with an invalid key or value is refused with 422.',
    }),
  ),
  property(
    'K8S-OBJ-008',
    invalidAnnotations(),
    faultsAreInvalid({
      cause: { reason: 'FieldValueInvalid', field: 'metadata.annotations' },
      says: 'An annotation with an invalid key is refused with 422.',
    }),
  ),
  example(
    'K8S-OBJ-009',
    [
      create('twin', 'main', 'x', annotated(256 * 1024)),
      create('fault size', 'main', 'y', annotated(256 * 1024 + 1)),
    ],
    faultsAreInvalid({
      cause: { reason: 'FieldValueTooLong', field: 'metadata.annotations' },
      says: 'Annotations of more than 256 KiB in total are refused with 422.',
    }),
  ),
  example(
    'K8S-OBJ-010',
    [
      create('twin', 'core', 'x', { set: heldByFinalizer }),
      create('fault', 'core', 'y', { set: { [finalizers]: ['held'] } }),
      create('fault syntax', 'core', 'z', { set: { [finalizers]: ['touchstone.example/a b'] } }),
    ],
    faultsAreRefused({
      twins: ['twin'],
      wanted: { code: 422, reason: 'Invalid' },
      says: 'A finalizer that is not a qualified name is refused with 422.',
    }),
  ),
  property('K8S-OBJ-016', createWithServerSetFields(), serverSetIsReplaced),
  example(
    'K8S-OBJ-017',
    [
      create('twin', 'core', 'x'),
      create('versioned', 'core', 'y', {
        set: { '/metadata/resourceVersion': versionFrom('twin') },
      }),
    ],
    history =>
      areRefusedInSomeWay(history, {
        twins: ['twin'],
        faults: ['versioned'],
        says: 'A create whose body has a resourceVersion is refused.',
      }),
  ),
  example(
    'K8S-OBJ-018',
    [...deleteHeldObject('main'), create('other', 'core', 'x'), create('third', 'cluster', 'x')],
    timestampsAreInSeconds,
  ),
  example(
    'K8S-OBJ-019',
    writableRoles.map(role => create(`create ${role}`, role, 'x')),
    everyAnswerFollowsRule(() => ({
      pointer: '/metadata/uid',
      says: 'A uid is a UUID.',
      expected: '8-4-4-4-12 hexadecimal digits',
      is: matchesForm(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    })),
  ),
  property('K8S-OBJ-020', sequentialWrites(), versionsFollowTheWrites),
  example(
    'K8S-OBJ-021',
    [
      create('object', 'core', 'x'),
      updateFrom('twin', 'core', 'object', { '/metadata/annotations': { a: 'b' } }),
      updateFrom('deleting', 'core', 'twin', {
        '/metadata/deletionTimestamp': '2001-01-01T00:00:00Z',
      }),
    ],
    function* (history) {
      yield* requireSuccess(history, 'object', 'twin')
      yield* fieldIsNotIgnored(history, 'deleting', '/metadata/deletionTimestamp')
      yield* refusesWith(
        history,
        'deleting',
        {
          code: 422,
          reason: 'Invalid',
          details: detailsOf(history, 'core', 'kind', ownObjectName(history, 'x')),
          causes: [{ reason: 'FieldValueInvalid', field: 'metadata.deletionTimestamp' }],
        },
        'A PUT that sets deletionTimestamp on a live object is refused with 422.',
      )
    },
  ),
  example('K8S-OBJ-022', undoDeletion, deletionTimestampStays),
  example('K8S-OBJ-023', addFinalizerLate, lateFinalizerIsRefused),
]
