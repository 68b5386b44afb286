import { answered, at, read, refused, succeeded } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { done, notOvertaken } from '../../../properties/laws/premises.ts'
import { accepts, decided, findsNothing, refuses } from '../../../properties/laws/decisions.ts'
import { answersTheObject } from '../../../properties/laws/paths-and-verbs/scopes.ts'
import { carriesContent } from '../../../properties/laws/create-and-update/writes.ts'
import { holds } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { rebuilt } from '../../../properties/scenarios/updates.ts'
import { create, edited, get, named, put, remove, sample } from '../../../properties/dsl/steps.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import { example } from '../../check.ts'

function* createsByPost(history: History): Generator<Observation> {
  yield* accepts(history, 'created', 'POST of one object to its collection path creates it.')
  const says = 'What a POST created is found by its name.'
  yield* answersTheObject(history, { reading: 'read', of: 'created', says })
  const outside = 'POST of a namespaced object needs the namespace in its path.'
  yield* refuses(history, 'without the namespace', outside)
  yield* findsNothing(history, 'not created', 'A refused POST creates nothing.')
}

function* replacesByPut(history: History): Generator<Observation> {
  yield* done(history, 'object', 'read')
  yield* notOvertaken(history, { put: 'put', of: 'object', after: 'read' })
  yield* accepts(history, 'put', 'PUT on the path of one resource replaces it.')
  yield* carriesContent(history, 'read', 'second', 'What a PUT wrote is found afterwards.')
  yield* refuses(history, 'put on the collection', 'PUT acts on the path of one resource only.')
  yield* done(history, 'read again')
  yield* carriesContent(history, 'read again', 'second', 'A refused PUT replaces nothing.')
}

function* deletesOne(history: History): Generator<Observation> {
  yield* done(history, 'object', 'other')
  yield* accepts(history, 'deleted', 'DELETE on the path of one resource requests its deletion.')
  const gone = yield* decided(history, 'read')
  const isFinalizing = typeof read(gone, '/metadata/deletionTimestamp') === 'string'
  yield holds(refused(gone) || isFinalizing, {
    says: 'A deleted object is gone or finalizing.',
    expected: 'nothing, or a deletionTimestamp',
    got: answered(gone),
    at: gone,
  })
  const other = yield* decided(history, 'read other')
  const isLive = succeeded(other) && !read(other, '/metadata/deletionTimestamp')
  yield holds(
    isLive && read(other, '/metadata/uid') === read(at(history, 'other'), '/metadata/uid'),
    {
      says: 'DELETE on the path of one resource deletes that resource alone.',
      expected: 'the other object, as it was',
      got: isLive ? read(other, '/metadata/uid') : answered(other),
      at: other,
    },
  )
}

const onCollection: Request = {
  as: 'put on the collection',
  method: 'PUT',
  to: { role: 'main' },
  body: rebuilt('main', 'x', 'put', 'third'),
}

export default [
  example(
    'PATH-012',
    [
      create('created', 'main', 'x'),
      get('read', 'main', named('x')),
      create('without the namespace', 'main', undefined, {
        namespace: 'all',
        body: edited(sample('main', 'y'), { '/metadata/namespace': { $namespace: 0 } }),
      }),
      get('not created', 'main', named('y')),
    ],
    createsByPost,
  ),
  example(
    'PATH-013',
    [
      create('object', 'main', 'x', { content: 'first' }),
      put('put', 'main', named('x'), rebuilt('main', 'x', 'object', 'second')),
      get('read', 'main', named('x')),
      onCollection,
      get('read again', 'main', named('x')),
    ],
    replacesByPut,
  ),
  example(
    'PATH-015',
    [
      create('object', 'main', 'x'),
      create('other', 'main', 'x1'),
      remove('deleted', 'main', named('x')),
      get('read', 'main', named('x')),
      get('read other', 'main', named('x1')),
    ],
    deletesOne,
  ),
]
