// What the refusals of genuine servers say, and which of several comes first.

import { staleIsNamedConflict } from '../../../properties/laws/errors/conflicts.ts'
import {
  allComeTo,
  badRequest,
  badTokenIsUnauthorized,
  deniedNamesTheResource,
  faultsAreRefused,
  invalidNamesTheKind,
  messagesNameTheObject,
  refusalOf,
} from '../../../properties/laws/refusals.ts'
import { refusalsAreStatuses } from '../../../properties/laws/status.ts'
import {
  allRefusals,
  doublyWrong,
  everyOperation,
  ofDenied,
  ofInvalid,
  ofMissing,
  ofOtherMediaTypes,
  ofTakenName,
  ofUnreadable,
  refusalsOfOneObject,
} from '../../../properties/scenarios/errors/refused-requests.ts'
import { staleUpdate } from '../../../properties/scenarios/updates.ts'
import { create, raw } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const object = create('object', 'main', 'x')

export default [
  property('K8S-ERR-001', allRefusals(), refusalsAreStatuses),
  property(
    'K8S-ERR-002',
    ofMissing(),
    faultsAreRefused({
      twins: ['object', 'twin'],
      wanted: refusalOf('none', { code: 404, reason: 'NotFound' }),
      says: 'An object that is not there is answered 404 NotFound.',
    }),
  ),
  property(
    'K8S-ERR-003',
    ofTakenName(),
    faultsAreRefused({
      twins: ['object', 'twin'],
      wanted: refusalOf('x', { code: 409, reason: 'AlreadyExists' }),
      says: 'A create under a name that is taken is answered 409 AlreadyExists.',
    }),
  ),
  property('K8S-ERR-004', staleUpdate(), staleIsNamedConflict),
  property('K8S-ERR-005', ofInvalid(), invalidNamesTheKind),
  property(
    'K8S-ERR-006',
    ofUnreadable(),
    faultsAreRefused({
      twins: ['object', 'twin'],
      wanted: badRequest,
      says: 'A body that is no object of its type is answered 400 BadRequest.',
    }),
  ),
  example('K8S-ERR-007', [object, ...everyOperation('main', 'bad-token')], badTokenIsUnauthorized),
  property('K8S-ERR-008', ofDenied(), deniedNamesTheResource, { needs: ['identity limited'] }),
  example(
    'K8S-ERR-009',
    [object, raw('path', 'GET', '/touchstone-nothing', { who: 'limited' })],
    allComeTo(
      { code: 403, reason: 'Forbidden', details: {} },
      'A path of no resource is forbidden to those who may do nothing, with empty details.',
    ),
  ),
  example(
    'K8S-ERR-010',
    [object, ...doublyWrong('bad-token')],
    allComeTo({ code: 401 }, 'A bad token is answered 401 whatever else is wrong.'),
  ),
  example(
    'K8S-ERR-011',
    [object, ...doublyWrong('limited')],
    allComeTo({ code: 403 }, 'What may not be done is answered 403 whatever else is wrong.'),
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
      says: 'A body over 3 MiB is answered 413.',
    }),
  ),
  property(
    'K8S-ERR-013',
    ofOtherMediaTypes(),
    faultsAreRefused({
      twins: ['object', 'twin'],
      wanted: { code: 415, reason: 'UnsupportedMediaType' },
      says: 'A body of a media type that is not served is answered 415.',
    }),
  ),
  example('K8S-ERR-014', refusalsOfOneObject, messagesNameTheObject),
]
