import { expect, test } from 'vitest'
import type { History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import {
  historyOfWrites,
  withStepLabel,
  listAnswer,
  listedObject,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import {
  bookmarkDocument,
  watchEventDocument,
  awaitExchangeOf,
  watchExchangeOf,
} from '../../history/test-watches.ts'
import {
  emptyStateIsOnlyTheBookmark,
  initialStateEndsWithBookmark,
  eventsContinueFromState,
  initialStateIsMostRecent,
  initialStateReachesVersion,
  initialStateIsDelivered,
} from './streaming-list.ts'

const [a1, a2, b3, c4] = [
  listedObject('a', '1'),
  listedObject('a', '2'),
  listedObject('b', '3'),
  listedObject('c', '4'),
] as const
const a6 = listedObject('a', '6')
const d7 = listedObject('d', '7')
const end = listedObject('end', '9')

const state = [watchEventDocument('ADDED', a2), watchEventDocument('ADDED', b3)]
const over = bookmarkDocument('5')
const marked = watchEventDocument('ADDED', end)

type Law = (history: History) => Generator<Observation>
type Options = { from?: string; problem?: string; changes?: 'some' }

/**
 * Judges a watch that starts when a and b exist and c is deleted. During or after the initial
 * events a is changed and d is created.
 */
const judged = (law: Law, events: unknown[], { from, problem, changes }: Options = {}): string[] =>
  observationTexts(
    law(
      historyOfWrites([
        acknowledgedWrite(a1),
        acknowledgedWrite(a2, { basedOn: '1' }),
        acknowledgedWrite(b3),
        acknowledgedWrite(c4),
        acknowledgedDelete('c'),
        watchExchangeOf('watch', events, {
          query: { sendInitialEvents: 'true' },
          ...(from === undefined ? {} : { from }),
        }),
        awaitExchangeOf('watch has a BOOKMARK', problem),
        ...(changes ? [acknowledgedWrite(a6, { basedOn: '2' }), acknowledgedWrite(d7)] : []),
        withStepLabel('marker', acknowledgedWrite(end)),
        awaitExchangeOf('watch shows marker'),
        listAnswer('final', changes ? [a6, b3, d7, end] : [a2, b3, end]),
      ]),
    ),
  )

test('the initial state shows each existing object once', () => {
  expect(judged(initialStateIsDelivered, [...state, over, marked])).toEqual(['held'])
  expect(judged(initialStateIsDelivered, [...state.toReversed(), over, marked])).toEqual(['held'])
})

test('a state with changes before the bookmark is valid too', () => {
  const caughtUp = [
    watchEventDocument('ADDED', a1),
    watchEventDocument('MODIFIED', a2),
    watchEventDocument('ADDED', b3),
  ]
  expect(judged(initialStateIsDelivered, [...caughtUp, over, marked])).toEqual(['held'])
})

test.each([
  ['leaves out an object', state.slice(1), 'in its current state'],
  [
    'shows an old object',
    [watchEventDocument('ADDED', a1), watchEventDocument('ADDED', b3)],
    'in its current state',
  ],
  ['shows what is gone', [...state, watchEventDocument('ADDED', c4)], 'in its current state'],
  ['tells an object twice', [...state, watchEventDocument('ADDED', a2)], 'each object once'],
  [
    'is of another type',
    [watchEventDocument('MODIFIED', a2), watchEventDocument('ADDED', b3)],
    'of type ADDED',
  ],
])('a state that %s breaks it', (_what, events, says) => {
  expect(judged(initialStateIsDelivered, [...events, over, marked])).toContainEqual(
    expect.stringContaining(says),
  )
})

test('a bookmark ends the initial events', () => {
  expect(judged(initialStateEndsWithBookmark, [...state, over, marked])).toEqual(['held'])
  expect(judged(initialStateEndsWithBookmark, [state[0], over, state[1], marked])).toContain(
    'The bookmark comes after all initial events.',
  )
  expect(judged(initialStateEndsWithBookmark, [...state, bookmarkDocument(''), marked])).toContain(
    'A bookmark has a resourceVersion.',
  )
})

test('a bookmark that does not come while the stream stays open is missing', () => {
  const says = 'The initial events end with a bookmark.'
  expect(
    judged(initialStateEndsWithBookmark, state, { problem: 'nothing came for 2000 ms' }),
  ).toContain(says)
  expect(
    judged(initialStateEndsWithBookmark, state, {
      problem: 'the stream ended before it was shown',
    }),
  ).toEqual(['preconditionUnmet'])
})

const emptied = (events: unknown[], problem?: string): string[] =>
  observationTexts(
    emptyStateIsOnlyTheBookmark(
      historyOfWrites([
        watchExchangeOf('main', events),
        awaitExchangeOf('main has a BOOKMARK', problem),
      ]),
      'main',
    ),
  )

test('in an empty collection the bookmark comes first', () => {
  expect(emptied([over])).toEqual(['held'])
  expect(emptied([], 'nothing came for 2000 ms')).toContainEqual(
    expect.stringContaining('end with'),
  )
  expect(emptied([watchEventDocument('ERROR', {}), over])).toContainEqual(
    expect.stringContaining('first event'),
  )
  expect(emptied([watchEventDocument('ADDED', a1), over])).toContain('preconditionUnmet')
})

const some = { changes: 'some' } as const
const later = [watchEventDocument('MODIFIED', a6), watchEventDocument('ADDED', d7), marked]

test('events after the bookmark continue from the state', () => {
  expect(judged(eventsContinueFromState, [...state, over, ...later], some)).toEqual(['held'])
})

test.each([
  ['nothing of a change', [...state, over, ...later.slice(1)], 'delivered before a later'],
  ['nothing of a new object', [...state, over, later[0], marked], 'delivered before a later'],
  ['a change twice', [...state, over, later[0], ...later], 'repeat no change'],
  ['the state again', [...state, over, state[0], ...later], 'repeat no change'],
  ['a change of what the state left out', [state[1], over, ...later], 'lost between'],
  ['less than there is', [state[0], over, ...later], 'of a later list'],
])('a stream that shows %s after the bookmark breaks it', (_what, events, says) => {
  expect(judged(eventsContinueFromState, events, some)).toContainEqual(
    expect.stringContaining(says),
  )
})

test('without a version the state includes the writes before it', () => {
  expect(judged(initialStateIsMostRecent, [...state, over])).toEqual(['held'])
  expect(
    judged(initialStateIsMostRecent, [watchEventDocument('ADDED', a6), state[1], over], some),
  ).toEqual(['held'])
  expect(
    judged(initialStateIsMostRecent, [watchEventDocument('ADDED', a1), state[1], over]),
  ).toContainEqual(expect.stringContaining('every write acknowledged'))
  expect(judged(initialStateIsMostRecent, [state[0], over])).toContainEqual(
    expect.stringContaining('every write acknowledged'),
  )
  expect(judged(initialStateIsMostRecent, [...state, bookmarkDocument('2')])).toContainEqual(
    expect.stringContaining('the bookmark is not older'),
  )
})

test('an object removed before the watch may not be in the state', () => {
  expect(
    judged(initialStateIsMostRecent, [...state, watchEventDocument('ADDED', c4), over]),
  ).toContainEqual(expect.stringContaining('every write acknowledged'))
})

test('with a version the state is not older than it', () => {
  const from2 = { from: '2' }
  expect(judged(initialStateReachesVersion, [...state, over], from2)).toEqual(['held'])
  // The version of a precedes the creation of b, so b may be missing.
  expect(judged(initialStateReachesVersion, [state[0], bookmarkDocument('2')], from2)).toEqual([
    'held',
  ])
  expect(
    judged(initialStateReachesVersion, [watchEventDocument('ADDED', a1), over], from2),
  ).toContain('With a version the initial state has reached that version.')
  expect(judged(initialStateReachesVersion, [...state, bookmarkDocument('1')], from2)).toContain(
    'With a version the bookmark is not older than that version.',
  )
})

test('without the end of the state the state is inconclusive', () => {
  const late = { problem: 'nothing came for 2000 ms' }
  for (const law of [
    initialStateIsDelivered,
    eventsContinueFromState,
    initialStateIsMostRecent,
    initialStateReachesVersion,
  ])
    expect(judged(law, state.slice(1), { ...late, from: '2' })).toContain('preconditionUnmet')
})
