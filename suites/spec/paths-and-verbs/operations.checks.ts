// What a request counts as shows in the right that it needs: each identity here has one right.

import { at, succeeded } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { done, notOvertaken } from '../../../properties/laws/premises.ts'
import { accepts, findsNothing, refuses } from '../../../properties/laws/decisions.ts'
import { given } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { change, create, get, list, named, put, sample } from '../../../properties/dsl/steps.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import { example } from '../../check.ts'

/** The label's request needs the one right that its sender has. */
function* needsTheRight(history: History, label: string, says: string): Generator<Observation> {
  yield* given(at(history, label).answer?.status !== 401, `${label}: the credentials do not count`)
  yield* accepts(history, label, says)
}

const patch: Omit<Request, 'as' | 'who'> = {
  method: 'PATCH',
  to: { role: 'main', name: named('x') },
  headers: { 'content-type': 'application/merge-patch+json' },
  body: { metadata: { annotations: { change: 'patched' } } },
}
const annotated = (text: string) => ({ '/metadata/annotations': { change: text } })

export default [
  example(
    'PATH-016',
    [
      create('object', 'main', 'x'),
      get('get with get', 'main', named('x'), { who: 'only-get' }),
      list('list with list', 'main', { who: 'only-list' }),
      get('get with list', 'main', named('x'), { who: 'only-list' }),
    ],
    function* (history) {
      yield* done(history, 'object')
      yield* needsTheRight(
        history,
        'get with get',
        'A GET on a resource path needs the right to get.',
      )
      yield* done(history, 'list with list')
      yield* refuses(history, 'get with list', 'A GET on a resource path is no list.')
    },
  ),
  example(
    'PATH-017',
    [
      create('object', 'main', 'x'),
      list('list with list', 'main', { who: 'only-list' }),
      get('get with get', 'main', named('x'), { who: 'only-get' }),
      list('list with get', 'main', { who: 'only-get' }),
    ],
    function* (history) {
      yield* done(history, 'object')
      yield* needsTheRight(
        history,
        'list with list',
        'A GET on a collection path needs the right to list.',
      )
      yield* done(history, 'get with get')
      yield* refuses(history, 'list with get', 'A GET on a collection path is no get.')
    },
  ),
  example(
    'PATH-019',
    [
      create('post with create', 'main', 'x', { who: 'only-create' }),
      change('put with update', 'main', 'post with create', annotated('put'), {
        who: 'only-update',
      }),
      create('post with update', 'main', 'y', { who: 'only-update' }),
      get('not created', 'main', named('y')),
    ],
    function* (history) {
      yield* needsTheRight(
        history,
        'post with create',
        'A POST to a collection needs the right to create.',
      )
      yield* done(history, 'put with update')
      yield* refuses(history, 'post with update', 'A POST to a collection is no update.')
      yield* findsNothing(history, 'not created', 'A refused POST creates nothing.')
    },
  ),
  example(
    'PATH-020',
    [
      create('object', 'main', 'x'),
      change('put with update', 'main', 'object', annotated('first'), { who: 'only-update' }),
      get('after', 'main', named('x')),
      change('put with patch', 'main', 'put with update', annotated('second'), {
        who: 'only-patch',
      }),
      { ...patch, as: 'patch with patch', who: 'only-patch' },
      { ...patch, as: 'patch with update', who: 'only-update' },
    ],
    function* (history) {
      yield* done(history, 'object', 'after')
      yield* notOvertaken(history, { put: 'put with update', of: 'object', after: 'after' })
      yield* needsTheRight(
        history,
        'put with update',
        'A PUT on an object needs the right to update.',
      )
      yield* refuses(history, 'put with patch', 'A PUT on an object is no patch.')
      // The reverse can be told only where PATCH is served at all.
      if (!succeeded(at(history, 'patch with patch'))) return
      yield* refuses(history, 'patch with update', 'A PATCH of an object is no update.')
    },
  ),
  example(
    'PATH-021',
    [
      create('object', 'main', 'x'),
      change('put on the object', 'main', 'object', annotated('put'), { who: 'only-update' }),
      put('put on nothing', 'main', named('y'), sample('main', 'y'), { who: 'only-update' }),
      get('not created', 'main', named('y')),
    ],
    function* (history) {
      yield* done(history, 'object', 'put on the object')
      yield* refuses(
        history,
        'put on nothing',
        'A PUT on a missing object needs the right to create.',
      )
      yield* findsNothing(
        history,
        'not created',
        'A PUT without the right to create creates nothing.',
      )
    },
  ),
]
