// Checks the refusals of genuine servers, and which error they report if a request has several.

import { staleUpdateConflictNamesObject } from '../../../properties/laws/errors/conflicts.ts'
import {
  allAreRefusedAs,
  badRequestRefusal,
  badTokenIsUnauthorized,
  forbiddenRefusalNamesResource,
  faultsAreRefused,
  invalidRefusalNamesKind,
  messagesNameTheObject,
  refusalOf,
} from '../../../properties/laws/refusals.ts'
import { refusalsAreStatusObjects } from '../../../properties/laws/status.ts'
import {
  allRefusals,
  requestsWithTwoFaults,
  everyOperation,
  forbiddenRequests,
  writesOfInvalidObjects,
  requestsForMissingObject,
  createInOtherMediaType,
  createOfTakenName,
  writesOfUndecodableBodies,
  refusalsOfOneObject,
} from '../../../properties/scenarios/errors/refused-requests.ts'
import { staleUpdate } from '../../../properties/scenarios/updates.ts'
import { create, rawRequest } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const object = create('object', 'main', 'x')

export default [
  property('K8S-ERR-001', allRefusals(), refusalsAreStatusObjects),
  property(
    'K8S-ERR-002',
    requestsForMissingObject(),
    faultsAreRefused({
      twins: ['object', 'twin'],
      wanted: refusalOf('none', { code: 404, reason: 'NotFound' }),
      says: 'A missing object returns 404 NotFound.',
    }),
  ),
  property(
    'K8S-ERR-003',
    createOfTakenName(),
    faultsAreRefused({
      twins: ['object', 'twin'],
      wanted: refusalOf('x', { code: 409, reason: 'AlreadyExists' }),
      says: 'A create with a name in use is refused with 409 AlreadyExists.',
    }),
  ),
  property('K8S-ERR-004', staleUpdate(), staleUpdateConflictNamesObject),
  property('K8S-ERR-005', writesOfInvalidObjects(), invalidRefusalNamesKind),
  property(
    'K8S-ERR-006',
    writesOfUndecodableBodies(),
    faultsAreRefused({
      twins: ['object', 'twin'],
      wanted: badRequestRefusal,
      says: 'A body that is not an object of its type is refused with 400 BadRequest.',
    }),
  ),
  example('K8S-ERR-007', [object, ...everyOperation('main', 'bad-token')], badTokenIsUnauthorized),
  property('K8S-ERR-008', forbiddenRequests(), forbiddenRefusalNamesResource, {
    needs: ['identity limited'],
  }),
  example(
    'K8S-ERR-009',
    [object, rawRequest('path', 'GET', '/touchstone-nothing', { who: 'limited' })],
    allAreRefusedAs(
      { code: 403, reason: 'Forbidden', details: {} },
      'A non-resource path that the client may not read is refused with 403, and details without a name.',
    ),
  ),
  example(
    'K8S-ERR-010',
    [object, ...requestsWithTwoFaults('bad-token')],
    allAreRefusedAs({ code: 401 }, 'An invalid token is refused with 401, whatever else is wrong.'),
  ),
  example(
    'K8S-ERR-011',
    [object, ...requestsWithTwoFaults('limited')],
    allAreRefusedAs(
      { code: 403 },
      'A request without permission is refused with 403, whatever else is wrong.',
    ),
  ),
  example(
    'K8S-ERR-012',
    [
      object,
      create('too large', 'main', 'y', {
        set: { '/metadata/annotations': { a: { $repeat: 'x', times: 3 * 1024 * 1024 } } },
      }),
    ],
    faultsAreRefused({
      twins: ['object'],
      faults: ['too large'],
      wanted: { code: 413, reason: 'RequestEntityTooLarge' },
      says: 'A body over 3 MiB is refused with 413.',
    }),
  ),
  property(
    'K8S-ERR-013',
    createInOtherMediaType(),
    faultsAreRefused({
      twins: ['object', 'twin'],
      wanted: { code: 415, reason: 'UnsupportedMediaType' },
      says: 'A body of an unsupported media type is refused with 415.',
    }),
  ),
  example('K8S-ERR-014', refusalsOfOneObject, messagesNameTheObject),
]
