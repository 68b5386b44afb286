// Checks which verb a request counts as: each user here has the permission for only one verb.

import { exchangeAt, isSuccess } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { requireSuccess, requireNotOvertaken } from '../../../properties/laws/preconditions.ts'
import { acceptsRequest, findsNothing, refusesRequest } from '../../../properties/laws/decisions.ts'
import { precondition } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  annotatedWith,
  updateFrom,
  create,
  get,
  list,
  caseName,
  put,
  sampleTerm,
} from '../../../properties/dsl/steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { example } from '../../check.ts'

/** The request needs only the permission that its sender has. */
function* needsTheRight(history: History, label: string, says: string): Generator<Observation> {
  yield* precondition(
    exchangeAt(history, label).answer?.status !== 401,
    `${label}: the credentials were not accepted`,
  )
  yield* acceptsRequest(history, label, says)
}

const patch: Omit<RequestStep, 'as' | 'who'> = {
  method: 'PATCH',
  to: { role: 'main', name: caseName('x') },
  headers: { 'content-type': 'application/merge-patch+json' },
  body: { metadata: { annotations: { change: 'patched' } } },
}

export default [
  example(
    'PATH-016',
    [
      create('object', 'main', 'x'),
      get('get with get', 'main', caseName('x'), { who: 'only-get' }),
      list('list with list', 'main', { who: 'only-list' }),
      get('get with list', 'main', caseName('x'), { who: 'only-list' }),
    ],
    function* (history) {
      yield* requireSuccess(history, 'object')
      yield* needsTheRight(
        history,
        'get with get',
        'A GET on a resource path needs the permission get.',
      )
      yield* requireSuccess(history, 'list with list')
      yield* refusesRequest(
        history,
        'get with list',
        'A GET on a resource path is not allowed by the permission list.',
      )
    },
  ),
  example(
    'PATH-017',
    [
      create('object', 'main', 'x'),
      list('list with list', 'main', { who: 'only-list' }),
      get('get with get', 'main', caseName('x'), { who: 'only-get' }),
      list('list with get', 'main', { who: 'only-get' }),
    ],
    function* (history) {
      yield* requireSuccess(history, 'object')
      yield* needsTheRight(
        history,
        'list with list',
        'A GET on a collection path needs the permission list.',
      )
      yield* requireSuccess(history, 'get with get')
      yield* refusesRequest(
        history,
        'list with get',
        'A GET on a collection path is not allowed by the permission get.',
      )
    },
  ),
  example(
    'PATH-019',
    [
      create('post with create', 'main', 'x', { who: 'only-create' }),
      updateFrom('put with update', 'main', 'post with create', annotatedWith('put'), {
        who: 'only-update',
      }),
      create('post with update', 'main', 'y', { who: 'only-update' }),
      get('not created', 'main', caseName('y')),
    ],
    function* (history) {
      yield* needsTheRight(
        history,
        'post with create',
        'A POST to a collection needs the permission create.',
      )
      yield* requireSuccess(history, 'put with update')
      yield* refusesRequest(
        history,
        'post with update',
        'A POST to a collection is not allowed by the permission update.',
      )
      yield* findsNothing(history, 'not created', 'A refused POST creates nothing.')
    },
  ),
  example(
    'PATH-020',
    [
      create('object', 'main', 'x'),
      updateFrom('put with update', 'main', 'object', annotatedWith('first'), {
        who: 'only-update',
      }),
      get('after', 'main', caseName('x')),
      updateFrom('put with patch', 'main', 'put with update', annotatedWith('second'), {
        who: 'only-patch',
      }),
      { ...patch, as: 'patch with patch', who: 'only-patch' },
      { ...patch, as: 'patch with update', who: 'only-update' },
    ],
    function* (history) {
      yield* requireSuccess(history, 'object', 'after')
      yield* requireNotOvertaken(history, { put: 'put with update', of: 'object', after: 'after' })
      yield* needsTheRight(
        history,
        'put with update',
        'A PUT on an object needs the permission update.',
      )
      yield* refusesRequest(
        history,
        'put with patch',
        'A PUT on an object is not allowed by the permission patch.',
      )
      // A refusal of this PATCH shows a missing permission only if the server supports PATCH.
      if (!isSuccess(exchangeAt(history, 'patch with patch'))) return
      yield* refusesRequest(
        history,
        'patch with update',
        'A PATCH of an object is not allowed by the permission update.',
      )
    },
  ),
  example(
    'PATH-021',
    [
      create('object', 'main', 'x'),
      updateFrom('put on the object', 'main', 'object', annotatedWith('put'), {
        who: 'only-update',
      }),
      put('put on nothing', 'main', caseName('y'), sampleTerm('main', 'y'), { who: 'only-update' }),
      get('not created', 'main', caseName('y')),
    ],
    function* (history) {
      yield* requireSuccess(history, 'object', 'put on the object')
      yield* refusesRequest(
        history,
        'put on nothing',
        'A PUT on a missing object needs the permission create.',
      )
      yield* findsNothing(
        history,
        'not created',
        'A PUT without the permission create creates nothing.',
      )
    },
  ),
]
