import { expect, it } from 'vitest'
import {
  annotate,
  annotated,
  create,
  createHeld,
  dry,
  get,
  held,
  judged,
  mark,
  marked,
  merge,
  said,
  sent,
  shown,
} from './written-requests.ts'
import type { Sent } from './written-requests.ts'

const shows = 'The answer to a write shows the object as the write is to leave it.'
const reads = 'A read shows each object as the last write left it, and nothing else.'
const keeps = 'A write that changes nothing keeps the version.'
const moves = 'A change gives its object a new version.'
const isCarriedOut = 'A write with nothing wrong about it is carried out.'

it('holds of one life with changes of all kinds', () => {
  const y = { finalizers: ['f/y'] }
  const add = { op: 'add', path: '/metadata/annotations', value: { a: 'one' } }
  const strategic = { metadata: { '$deleteFromPrimitiveList/finalizers': ['f/x'] } }

  expect(
    judged([
      createHeld,
      sent('PATCH', 200, shown('2', { ...held, ...annotated('one') }), {
        type: 'json',
        body: [add],
      }),
      sent('PATCH', 200, shown('3', { ...y, ...annotated('one') }), {
        type: 'strategic',
        body: strategic,
      }),
      sent('PATCH', 200, shown('4', y), merge({ metadata: { annotations: null } })),
      sent('PUT', 200, shown('5', y, 'Yg=='), {
        body: said({ ...y, resourceVersion: '4' }, 'Yg=='),
      }),
      sent('PUT', 409, {}, { body: said({ resourceVersion: '4' }) }),
      sent('DELETE', 200, shown('6', { ...marked, ...y }, 'Yg==')),
      sent('DELETE', 200, shown('6', { ...marked, ...y }, 'Yg==')),
      sent('PATCH', 422, {}, merge({ metadata: held })),
      sent('PATCH', 200, shown('7', { ...marked, finalizers: [] }, 'Yg=='), {
        type: 'merge',
        body: { metadata: { finalizers: [] } },
      }),
      sent('GET', 404, {}),
      sent('POST', 201, shown('8', { uid: 'u2' }), { body: said() }),
    ]),
  ).toEqual(['held'])
})

it.each<[wrong: string, sequence: Sent[], says: string]>([
  [
    'a create under a taken name that succeeds',
    [create, sent('POST', 201, shown('2', { uid: 'u2' }), { body: said() })],
    'A create under a name that is taken is refused.',
  ],
  [
    'a uid of another object',
    [create, sent('DELETE', 200, {}), sent('POST', 201, shown('3'), { body: said() })],
    'A new object has a new uid.',
  ],
  [
    'a PUT that loses what it sends',
    [create, sent('PUT', 200, shown('2'), { body: said({}, 'Yg==') })],
    shows,
  ],
  [
    'a PUT that keeps what it leaves out',
    [
      sent('POST', 201, shown('1', annotated('one')), { body: said(annotated('one')) }),
      sent('PUT', 200, shown('2', annotated('one'), 'Yg=='), { body: said({}, 'Yg==') }),
    ],
    shows,
  ],
  [
    'a stale PUT that succeeds',
    [
      create,
      sent('PATCH', 200, shown('2', annotated('one')), annotate('one')),
      sent('PUT', 200, shown('3', {}, 'Yg=='), { body: said({ resourceVersion: '1' }, 'Yg==') }),
    ],
    'A write that names another version is refused.',
  ],
  [
    'a conflict without a reason',
    [create, sent('PUT', 409, {}, { body: said({ resourceVersion: '1' }, 'Yg==') })],
    isCarriedOut,
  ],
  [
    'a change that keeps the version',
    [create, sent('PATCH', 200, shown('1', annotated('one')), annotate('one'))],
    moves,
  ],
  [
    'a change to no end that moves the version',
    [create, sent('PUT', 200, shown('2'), { body: said() })],
    keeps,
  ],
  [
    'an update with another uid',
    [create, sent('PATCH', 200, shown('2', { ...annotated('one'), uid: 'u2' }), annotate('one'))],
    shows,
  ],
  [
    'a patch that is stored half',
    [
      create,
      sent('PATCH', 422, {}, { type: 'json', body: [{ op: 'remove', path: '/x' }] }),
      get(shown('2', annotated('one'))),
    ],
    reads,
  ],
  [
    'a dry run that is stored',
    [
      create,
      sent('PATCH', 200, shown('1', annotated('one')), { ...annotate('one'), ...dry }),
      get(shown('2', annotated('one'))),
    ],
    reads,
  ],
  [
    'a dry run that answers what is stored',
    [create, sent('PATCH', 200, shown('1'), { ...annotate('one'), ...dry })],
    shows,
  ],
  [
    'an unknown field that Strict lets pass',
    [
      create,
      sent(
        'PATCH',
        200,
        shown('1'),
        merge({ touchstoneX0: 1 }, { query: { fieldValidation: 'Strict' } }),
      ),
    ],
    'At Strict a write with a field that its type does not know is refused.',
  ],
  [
    'an unknown field that is stored',
    [create, sent('PATCH', 200, { ...shown('2'), touchstoneX0: 1 }, merge({ touchstoneX0: 1 }))],
    shows,
  ],
  ['a held object that goes', [createHeld, mark, sent('GET', 404, {})], reads],
  [
    'a marked object that stays without finalizers',
    [
      createHeld,
      mark,
      sent(
        'PATCH',
        200,
        shown('3', { ...marked, finalizers: [] }),
        merge({ metadata: { finalizers: [] } }),
      ),
      get(shown('3', { ...marked, finalizers: [] })),
    ],
    reads,
  ],
  [
    'a second delete that moves the mark',
    [createHeld, mark, sent('DELETE', 200, shown('3', { ...marked, deletionTimestamp: 'later' }))],
    shows,
  ],
  [
    'an update that takes the mark away',
    [createHeld, mark, sent('PUT', 200, shown('3', held), { body: said(held) })],
    shows,
  ],
  [
    'a finalizer that comes too late',
    [
      createHeld,
      mark,
      sent(
        'PATCH',
        200,
        shown('3', { ...marked, finalizers: ['f/z'] }),
        merge({ metadata: { finalizers: ['f/z'] } }),
      ),
    ],
    'What is being deleted gets no more finalizers.',
  ],
  [
    'a delete of another instance',
    [create, sent('DELETE', 200, {}, { body: { preconditions: { uid: 'u0' } } })],
    'A write that names another uid is refused.',
  ],
])('is broken by %s', (_, sequence, says) => {
  expect(judged(sequence)).toContain(says)
})

it('knows the generations of types that count them', () => {
  const counted = sent('POST', 201, shown('1', { generation: 1 }), { body: said() })
  const changed = (generation: number) =>
    sent('PUT', 200, shown('2', { generation }, 'Yg=='), { body: said({}, 'Yg==') })
  const labelled = (generation: number) =>
    sent('PATCH', 200, shown('2', { generation, ...annotated('one') }), annotate('one'))

  expect(judged([counted, changed(2)])).toEqual(['held'])
  expect(judged([counted, changed(1)])).toContain(shows)
  expect(judged([counted, labelled(1)])).toEqual(['held'])
  expect(judged([counted, labelled(2)])).toContain(shows)
})
