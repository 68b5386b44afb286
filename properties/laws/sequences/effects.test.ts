import { expect, it } from 'vitest'
import {
  annotate,
  annotated,
  createRequest,
  createHeldRequest,
  dryRunQuery,
  getRequest,
  heldMetadata,
  judgeSequence,
  deleteRequest,
  markedMetadata,
  mergeBody,
  sentObject,
  buildRequest,
  storedObject,
} from './test-requests.ts'
import type { SentRequest } from './test-requests.ts'

const shows = 'The response to a write has the object that results from the write.'
const reads = 'A read shows each object as the last write left it, and nothing else.'
const keeps = 'A write that changes nothing keeps the version.'
const moves = 'A change gives its object a new version.'
const isCarriedOut = 'A valid write succeeds.'

it('holds for a lifecycle with all kinds of changes', () => {
  const y = { finalizers: ['f/y'] }
  const add = { op: 'add', path: '/metadata/annotations', value: { a: 'one' } }
  const strategic = { metadata: { '$deleteFromPrimitiveList/finalizers': ['f/x'] } }

  expect(
    judgeSequence([
      createHeldRequest,
      buildRequest('PATCH', 200, storedObject('2', { ...heldMetadata, ...annotated('one') }), {
        type: 'json',
        body: [add],
      }),
      buildRequest('PATCH', 200, storedObject('3', { ...y, ...annotated('one') }), {
        type: 'strategic',
        body: strategic,
      }),
      buildRequest(
        'PATCH',
        200,
        storedObject('4', y),
        mergeBody({ metadata: { annotations: null } }),
      ),
      buildRequest('PUT', 200, storedObject('5', y, 'Yg=='), {
        body: sentObject({ ...y, resourceVersion: '4' }, 'Yg=='),
      }),
      buildRequest('PUT', 409, {}, { body: sentObject({ resourceVersion: '4' }) }),
      buildRequest('DELETE', 200, storedObject('6', { ...markedMetadata, ...y }, 'Yg==')),
      buildRequest('DELETE', 200, storedObject('6', { ...markedMetadata, ...y }, 'Yg==')),
      buildRequest('PATCH', 422, {}, mergeBody({ metadata: heldMetadata })),
      buildRequest('PATCH', 200, storedObject('7', { ...markedMetadata, finalizers: [] }, 'Yg=='), {
        type: 'merge',
        body: { metadata: { finalizers: [] } },
      }),
      buildRequest('GET', 404, {}),
      buildRequest('POST', 201, storedObject('8', { uid: 'u2' }), { body: sentObject() }),
    ]),
  ).toEqual(['held'])
})

it.each<[wrong: string, sequence: SentRequest[], says: string]>([
  [
    'a create under a taken name that succeeds',
    [
      createRequest,
      buildRequest('POST', 201, storedObject('2', { uid: 'u2' }), { body: sentObject() }),
    ],
    'A create with a name in use is refused.',
  ],
  [
    'a uid of another object',
    [
      createRequest,
      buildRequest('DELETE', 200, {}),
      buildRequest('POST', 201, storedObject('3'), { body: sentObject() }),
    ],
    'A new object has a new uid.',
  ],
  [
    'a PUT that loses what it sends',
    [createRequest, buildRequest('PUT', 200, storedObject('2'), { body: sentObject({}, 'Yg==') })],
    shows,
  ],
  [
    'a PUT that keeps what it leaves out',
    [
      buildRequest('POST', 201, storedObject('1', annotated('one')), {
        body: sentObject(annotated('one')),
      }),
      buildRequest('PUT', 200, storedObject('2', annotated('one'), 'Yg=='), {
        body: sentObject({}, 'Yg=='),
      }),
    ],
    shows,
  ],
  [
    'a stale PUT that succeeds',
    [
      createRequest,
      buildRequest('PATCH', 200, storedObject('2', annotated('one')), annotate('one')),
      buildRequest('PUT', 200, storedObject('3', {}, 'Yg=='), {
        body: sentObject({ resourceVersion: '1' }, 'Yg=='),
      }),
    ],
    'A write with a version other than the stored one is refused.',
  ],
  [
    'a conflict without a reason',
    [
      createRequest,
      buildRequest('PUT', 409, {}, { body: sentObject({ resourceVersion: '1' }, 'Yg==') }),
    ],
    isCarriedOut,
  ],
  [
    'a change that keeps the version',
    [
      createRequest,
      buildRequest('PATCH', 200, storedObject('1', annotated('one')), annotate('one')),
    ],
    moves,
  ],
  [
    'a change to no end that moves the version',
    [createRequest, buildRequest('PUT', 200, storedObject('2'), { body: sentObject() })],
    keeps,
  ],
  [
    'an update with another uid',
    [
      createRequest,
      buildRequest(
        'PATCH',
        200,
        storedObject('2', { ...annotated('one'), uid: 'u2' }),
        annotate('one'),
      ),
    ],
    shows,
  ],
  [
    'a patch that is stored half',
    [
      createRequest,
      buildRequest('PATCH', 422, {}, { type: 'json', body: [{ op: 'remove', path: '/x' }] }),
      getRequest(storedObject('2', annotated('one'))),
    ],
    reads,
  ],
  [
    'a dry run that is stored',
    [
      createRequest,
      buildRequest('PATCH', 200, storedObject('1', annotated('one')), {
        ...annotate('one'),
        ...dryRunQuery,
      }),
      getRequest(storedObject('2', annotated('one'))),
    ],
    reads,
  ],
  [
    'a dry run that answers what is stored',
    [
      createRequest,
      buildRequest('PATCH', 200, storedObject('1'), { ...annotate('one'), ...dryRunQuery }),
    ],
    shows,
  ],
  [
    'an unknown field that Strict lets pass',
    [
      createRequest,
      buildRequest(
        'PATCH',
        200,
        storedObject('1'),
        mergeBody({ touchstoneX0: 1 }, { query: { fieldValidation: 'Strict' } }),
      ),
    ],
    'At Strict, a write with an unknown field is refused.',
  ],
  [
    'an unknown field that is stored',
    [
      createRequest,
      buildRequest(
        'PATCH',
        200,
        { ...storedObject('2'), touchstoneX0: 1 },
        mergeBody({ touchstoneX0: 1 }),
      ),
    ],
    shows,
  ],
  [
    'a held object that goes',
    [createHeldRequest, deleteRequest, buildRequest('GET', 404, {})],
    reads,
  ],
  [
    'a marked object that stays without finalizers',
    [
      createHeldRequest,
      deleteRequest,
      buildRequest(
        'PATCH',
        200,
        storedObject('3', { ...markedMetadata, finalizers: [] }),
        mergeBody({ metadata: { finalizers: [] } }),
      ),
      getRequest(storedObject('3', { ...markedMetadata, finalizers: [] })),
    ],
    reads,
  ],
  [
    'a second delete that moves the mark',
    [
      createHeldRequest,
      deleteRequest,
      buildRequest(
        'DELETE',
        200,
        storedObject('3', { ...markedMetadata, deletionTimestamp: 'later' }),
      ),
    ],
    shows,
  ],
  [
    'an update that takes the mark away',
    [
      createHeldRequest,
      deleteRequest,
      buildRequest('PUT', 200, storedObject('3', heldMetadata), { body: sentObject(heldMetadata) }),
    ],
    shows,
  ],
  [
    'a finalizer that comes too late',
    [
      createHeldRequest,
      deleteRequest,
      buildRequest(
        'PATCH',
        200,
        storedObject('3', { ...markedMetadata, finalizers: ['f/z'] }),
        mergeBody({ metadata: { finalizers: ['f/z'] } }),
      ),
    ],
    'A finalizer cannot be added to an object that is being deleted.',
  ],
  [
    'a delete of another instance',
    [createRequest, buildRequest('DELETE', 200, {}, { body: { preconditions: { uid: 'u0' } } })],
    'A write with a different uid is refused.',
  ],
])('is broken by %s', (_, sequence, says) => {
  expect(judgeSequence(sequence)).toContain(says)
})

it('tracks the generations of types that count them', () => {
  const counted = buildRequest('POST', 201, storedObject('1', { generation: 1 }), {
    body: sentObject(),
  })
  const changed = (generation: number) =>
    buildRequest('PUT', 200, storedObject('2', { generation }, 'Yg=='), {
      body: sentObject({}, 'Yg=='),
    })
  const labelled = (generation: number) =>
    buildRequest(
      'PATCH',
      200,
      storedObject('2', { generation, ...annotated('one') }),
      annotate('one'),
    )

  expect(judgeSequence([counted, changed(2)])).toEqual(['held'])
  expect(judgeSequence([counted, changed(1)])).toContain(shows)
  expect(judgeSequence([counted, labelled(1)])).toEqual(['held'])
  expect(judgeSequence([counted, labelled(2)])).toContain(shows)
})
