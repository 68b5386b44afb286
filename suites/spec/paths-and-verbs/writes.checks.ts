import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { requireSuccess, requireNotOvertaken } from '../../../properties/laws/preconditions.ts'
import {
  acceptsRequest,
  requireDecision,
  findsNothing,
  refusesRequest,
} from '../../../properties/laws/decisions.ts'
import { getAnswersTheObject } from '../../../properties/laws/paths-and-verbs/scopes.ts'
import { answerCarriesContent } from '../../../properties/laws/create-and-update/writes.ts'
import { verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { rebuiltBody } from '../../../properties/scenarios/updates.ts'
import {
  create,
  editTerm,
  get,
  caseName,
  put,
  deleteObject,
  sampleTerm,
} from '../../../properties/dsl/steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { example } from '../../check.ts'

function* createsByPost(history: History): Generator<Observation> {
  yield* acceptsRequest(history, 'created', 'POST of one object to its collection path creates it.')
  const says = 'A created object is found by its name.'
  yield* getAnswersTheObject(history, { reading: 'read', of: 'created', says })
  const outside = 'POST of a namespaced object needs the namespace in its path.'
  yield* refusesRequest(history, 'without the namespace', outside)
  yield* findsNothing(history, 'not created', 'A refused POST creates nothing.')
}

function* replacesByPut(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'read')
  yield* requireNotOvertaken(history, { put: 'put', of: 'object', after: 'read' })
  yield* acceptsRequest(history, 'put', 'PUT on the path of one resource replaces it.')
  yield* answerCarriesContent(
    history,
    'read',
    'second',
    'The content of a PUT is read back afterwards.',
  )
  yield* refusesRequest(
    history,
    'put on the collection',
    'PUT acts on the path of one resource only.',
  )
  yield* requireSuccess(history, 'read again')
  yield* answerCarriesContent(history, 'read again', 'second', 'A refused PUT replaces nothing.')
}

function* deletesOne(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'other')
  yield* acceptsRequest(
    history,
    'deleted',
    'DELETE on the path of one resource requests its deletion.',
  )
  const gone = yield* requireDecision(history, 'read')
  const isFinalizing = typeof bodyValueAt(gone, '/metadata/deletionTimestamp') === 'string'
  yield verify(isFinalRefusal(gone) || isFinalizing, {
    says: 'A deleted object is removed or finalizing.',
    expected: 'nothing, or a deletionTimestamp',
    got: answerSummary(gone),
    at: gone,
  })
  const other = yield* requireDecision(history, 'read other')
  const isLive = isSuccess(other) && !bodyValueAt(other, '/metadata/deletionTimestamp')
  yield verify(
    isLive &&
      bodyValueAt(other, '/metadata/uid') ===
        bodyValueAt(exchangeAt(history, 'other'), '/metadata/uid'),
    {
      says: 'DELETE on the path of one resource deletes only that resource.',
      expected: 'the other object, as it was',
      got: isLive ? bodyValueAt(other, '/metadata/uid') : answerSummary(other),
      at: other,
    },
  )
}

const onCollection: RequestStep = {
  as: 'put on the collection',
  method: 'PUT',
  to: { role: 'main' },
  body: rebuiltBody('main', 'x', 'put', 'third'),
}

export default [
  example(
    'PATH-012',
    [
      create('created', 'main', 'x'),
      get('read', 'main', caseName('x')),
      create('without the namespace', 'main', undefined, {
        namespace: 'all',
        body: editTerm(sampleTerm('main', 'y'), { '/metadata/namespace': { $namespace: 0 } }),
      }),
      get('not created', 'main', caseName('y')),
    ],
    createsByPost,
  ),
  example(
    'PATH-013',
    [
      create('object', 'main', 'x', { content: 'first' }),
      put('put', 'main', caseName('x'), rebuiltBody('main', 'x', 'object', 'second')),
      get('read', 'main', caseName('x')),
      onCollection,
      get('read again', 'main', caseName('x')),
    ],
    replacesByPut,
  ),
  example(
    'PATH-015',
    [
      create('object', 'main', 'x'),
      create('other', 'main', 'x1'),
      deleteObject('deleted', 'main', caseName('x')),
      get('read', 'main', caseName('x')),
      get('read other', 'main', caseName('x1')),
    ],
    deletesOne,
  ),
]
