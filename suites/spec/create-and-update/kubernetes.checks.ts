// Checks how genuine servers answer writes: status codes, versions, and differences between types.

import {
  putCreatesOnFreeName,
  putOnFreeNameIsNotFound,
  noOpUpdateKeepsVersion,
  otherObjectIsNotPut,
  otherUidIsConflict,
  unversionedUpdateSucceeds,
  statusIsNotWritten,
  updatesAreAnswered200,
  updateRequiresVersion,
} from '../../../properties/laws/create-and-update/puts.ts'
import { rolesIn } from '../../../properties/history/history.ts'
import {
  areRefusedInSomeWay,
  badRequestRefusal,
  faultsAreRefusedOf,
} from '../../../properties/laws/refusals.ts'
import { answersWith } from '../../../properties/laws/status.ts'
import {
  noOpPuts,
  forEachWritableRole,
  putOfOtherIdentity,
  putsOfOtherObjects,
  putOnChangedObject,
  putOnFreeName,
  putsWithUids,
  bodiesWithStatus,
} from '../../../properties/scenarios/create-and-update/puts.ts'
import {
  specWriteKeepsStatus,
  staleStatusPutIsConflict,
  statusWriteKeepsSpec,
  statusWritesKeepGeneration,
} from '../../../properties/laws/create-and-update/status-writes.ts'
import {
  specPut,
  staleStatusPut,
  statusPut,
  statusWrites,
} from '../../../properties/scenarios/create-and-update/status-writes.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { updateFrom, create, caseName } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const misfitIsRefused = (says: string) =>
  faultsAreRefusedOf(['main', 'core'], {
    twins: ['object', 'twin'],
    wanted: badRequestRefusal,
    says,
  })

export default [
  example(
    'K8S-WRITE-001',
    [
      ...forEachWritableRole(role => [create(`create ${role}`, role, 'x')]),
      create('create namespace', 'namespaces', 'x'),
    ],
    function* (history) {
      for (const { step } of history.exchanges)
        yield* answersWith(history, step, 201, 'A POST that creates an object returns 201.')
    },
  ),
  example(
    'K8S-WRITE-002',
    forEachWritableRole(role => [
      create(`object ${role}`, role, 'x'),
      updateFrom(`update ${role}`, role, `object ${role}`, { '/metadata/annotations': { a: 'b' } }),
    ]),
    updatesAreAnswered200,
  ),
  example('K8S-WRITE-003', putOnChangedObject(undefined), unversionedUpdateSucceeds),
  example(
    'K8S-WRITE-004',
    putOnChangedObject(undefined),
    updateRequiresVersion(
      'A PUT without a version is refused with 422 for a type without unconditional updates.',
    ),
  ),
  example('K8S-WRITE-005', putOnChangedObject('0'), function* (history) {
    yield* updateRequiresVersion('A PUT with version 0 counts as one without a version.')(history)
    yield* unversionedUpdateSucceeds(history)
  }),
  example('K8S-WRITE-006', putOnChangedObject('nothing'), function* (history) {
    for (const role of rolesIn(history, writableRoles))
      yield* areRefusedInSomeWay(history, {
        twins: [`object ${role}`, `twin ${role}`],
        faults: [`put ${role}`],
        says: 'A PUT with an invalid version is refused.',
      })
  }),
  example('K8S-WRITE-007', putOnFreeName, putCreatesOnFreeName),
  example('K8S-WRITE-008', putOnFreeName, putOnFreeNameIsNotFound),
  example(
    'K8S-WRITE-009',
    putOfOtherIdentity({ '/metadata/name': caseName('y') }),
    misfitIsRefused('A PUT whose body has a different name than its path is refused with 400.'),
  ),
  example(
    'K8S-WRITE-010',
    putOfOtherIdentity({}, ['/metadata/name']),
    misfitIsRefused('A PUT whose body has no name is refused with 400.'),
  ),
  example(
    'K8S-WRITE-011',
    putOfOtherIdentity({ '/metadata/namespace': { $namespace: 1 } }),
    misfitIsRefused(
      'A PUT whose body has a different namespace than its path is refused with 400.',
    ),
  ),
  example('K8S-WRITE-012', putsWithUids, otherUidIsConflict),
  property('K8S-WRITE-013', noOpPuts(), noOpUpdateKeepsVersion),
  example('K8S-WRITE-014', bodiesWithStatus, statusIsNotWritten, {
    needs: ['feature namespace-status'],
  }),
  example('K8S-WRITE-016', statusPut, statusWriteKeepsSpec),
  example('K8S-WRITE-017', specPut, specWriteKeepsStatus),
  example('K8S-WRITE-018', statusWrites, statusWritesKeepGeneration),
  example('K8S-WRITE-019', staleStatusPut, staleStatusPutIsConflict),
  example('K8S-WRITE-020', putsOfOtherObjects, otherObjectIsNotPut),
]
