// Writes as genuine servers answer them: codes, versions, and what differs from type to type.

import {
  createsByPut,
  findsNothingToPut,
  keepsItsVersion,
  otherUidIsConflict,
  overwrites,
  statusIsNotWritten,
  updatesAreAnswered200,
  wantsVersion,
} from '../../../properties/laws/create-and-update/puts.ts'
import { badRequest, faultsAreRefusedOf } from '../../../properties/laws/refusals.ts'
import { answersWith } from '../../../properties/laws/status.ts'
import {
  noOps,
  perRole,
  putElsewhere,
  putOnChanged,
  putOnNothing,
  putsOfUids,
  statusInBodies,
} from '../../../properties/scenarios/create-and-update/puts.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { change, create, named } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const misfitIsRefused = (says: string) =>
  faultsAreRefusedOf(['main', 'core'], { twins: ['object', 'twin'], wanted: badRequest, says })

export default [
  example(
    'K8S-WRITE-001',
    [
      ...perRole(role => [create(`create ${role}`, role, 'x')]),
      create('create namespace', 'namespaces', 'x'),
    ],
    function* (history) {
      for (const { step } of history.exchanges)
        yield* answersWith(history, step, 201, 'A POST that creates is answered 201.')
    },
  ),
  example(
    'K8S-WRITE-002',
    perRole(role => [
      create(`object ${role}`, role, 'x'),
      change(`update ${role}`, role, `object ${role}`, { '/metadata/annotations': { a: 'b' } }),
    ]),
    updatesAreAnswered200,
  ),
  example('K8S-WRITE-003', putOnChanged(undefined), overwrites),
  example(
    'K8S-WRITE-004',
    putOnChanged(undefined),
    wantsVersion('A PUT without a version is answered 422 by a type that does not allow it.'),
  ),
  example('K8S-WRITE-005', putOnChanged('0'), function* (history) {
    yield* wantsVersion('A PUT at version 0 counts as one without a version.')(history)
    yield* overwrites(history)
  }),
  example(
    'K8S-WRITE-006',
    putOnChanged('nothing'),
    faultsAreRefusedOf(writableRoles, {
      twins: ['object', 'twin'],
      faults: ['put'],
      wanted: { code: 500, reason: null },
      says: 'A PUT at what is no version is answered 500.',
    }),
  ),
  example('K8S-WRITE-007', putOnNothing, createsByPut),
  example('K8S-WRITE-008', putOnNothing, findsNothingToPut),
  example(
    'K8S-WRITE-009',
    putElsewhere({ '/metadata/name': named('y') }),
    misfitIsRefused('A PUT whose body has another name than its path is answered 400.'),
  ),
  example(
    'K8S-WRITE-010',
    putElsewhere({}, ['/metadata/name']),
    misfitIsRefused('A PUT whose body has no name is answered 400.'),
  ),
  example(
    'K8S-WRITE-011',
    putElsewhere({ '/metadata/namespace': { $namespace: 1 } }),
    misfitIsRefused('A PUT whose body has another namespace than its path is answered 400.'),
  ),
  example('K8S-WRITE-012', putsOfUids, otherUidIsConflict),
  property('K8S-WRITE-013', noOps(), keepsItsVersion),
  example('K8S-WRITE-014', statusInBodies, statusIsNotWritten, {
    needs: ['feature namespace-status'],
  }),
]
