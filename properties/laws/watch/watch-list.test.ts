import { expect, test } from 'vitest'
import type { History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import {
  historyOf,
  labelled,
  listed,
  object,
  removed,
  verdictsOf,
  wrote,
} from '../../history/written.ts'
import { bookmark, told, waited, watched } from '../../history/written-watch.ts'
import {
  emptyStateEndsAtOnce,
  endsWithBookmark,
  goesOnFromState,
  stateIsNew,
  stateIsReached,
  stateIsTold,
} from './watch-list.ts'

const [a1, a2, b3, c4] = [
  object('a', '1'),
  object('a', '2'),
  object('b', '3'),
  object('c', '4'),
] as const
const a6 = object('a', '6')
const d7 = object('d', '7')
const end = object('end', '9')

const state = [told('ADDED', a2), told('ADDED', b3)]
const over = bookmark('5')
const marked = told('ADDED', end)

type Law = (history: History) => Generator<Observation>
type Options = { from?: string; problem?: string; changes?: 'some' }

/** Objects a and b exist, c does not any more; a changes and d comes while or after it is told. */
const judged = (law: Law, events: unknown[], { from, problem, changes }: Options = {}): string[] =>
  verdictsOf(
    law(
      historyOf([
        wrote(a1),
        wrote(a2, { basedOn: '1' }),
        wrote(b3),
        wrote(c4),
        removed('c'),
        watched('watch', events, {
          query: { sendInitialEvents: 'true' },
          ...(from === undefined ? {} : { from }),
        }),
        waited('watch has a BOOKMARK', problem),
        ...(changes ? [wrote(a6, { basedOn: '2' }), wrote(d7)] : []),
        labelled('marker', wrote(end)),
        waited('watch shows marker'),
        listed('final', changes ? [a6, b3, d7, end] : [a2, b3, end]),
      ]),
    ),
  )

test('the state is each object that exists, once', () => {
  expect(judged(stateIsTold, [...state, over, marked])).toEqual(['held'])
  expect(judged(stateIsTold, [...state.toReversed(), over, marked])).toEqual(['held'])
})

test('a state that is caught up with before the bookmark is told as well', () => {
  const caughtUp = [told('ADDED', a1), told('MODIFIED', a2), told('ADDED', b3)]
  expect(judged(stateIsTold, [...caughtUp, over, marked])).toEqual(['held'])
})

test.each([
  ['leaves out an object', state.slice(1), 'in its current state'],
  ['shows an old object', [told('ADDED', a1), told('ADDED', b3)], 'in its current state'],
  ['shows what is gone', [...state, told('ADDED', c4)], 'in its current state'],
  ['tells an object twice', [...state, told('ADDED', a2)], 'each object once'],
  ['is of another type', [told('MODIFIED', a2), told('ADDED', b3)], 'of type ADDED'],
])('a state that %s breaks it', (_what, events, says) => {
  expect(judged(stateIsTold, [...events, over, marked])).toContainEqual(
    expect.stringContaining(says),
  )
})

test('a bookmark ends the initial events', () => {
  expect(judged(endsWithBookmark, [...state, over, marked])).toEqual(['held'])
  expect(judged(endsWithBookmark, [state[0], over, state[1], marked])).toContain(
    'The bookmark comes after all initial events.',
  )
  expect(judged(endsWithBookmark, [...state, bookmark(''), marked])).toContain(
    'A bookmark carries a version.',
  )
})

test('a bookmark that does not come while the stream stays open is missing', () => {
  const says = 'The initial events end with a bookmark.'
  expect(judged(endsWithBookmark, state, { problem: 'nothing came for 2000 ms' })).toContain(says)
  expect(judged(endsWithBookmark, state, { problem: 'the stream ended before' })).toEqual(['unmet'])
})

const emptied = (events: unknown[], problem?: string): string[] =>
  verdictsOf(
    emptyStateEndsAtOnce(
      historyOf([watched('main', events), waited('main has a BOOKMARK', problem)]),
      'main',
    ),
  )

test('where there is nothing the bookmark comes first', () => {
  expect(emptied([over])).toEqual(['held'])
  expect(emptied([], 'nothing came for 2000 ms')).toContainEqual(
    expect.stringContaining('end with'),
  )
  expect(emptied([told('ERROR', {}), over])).toContainEqual(expect.stringContaining('first event'))
  expect(emptied([told('ADDED', a1), over])).toContain('unmet')
})

const some = { changes: 'some' } as const
const later = [told('MODIFIED', a6), told('ADDED', d7), marked]

test('what comes after the bookmark goes on from the state', () => {
  expect(judged(goesOnFromState, [...state, over, ...later], some)).toEqual(['held'])
})

test.each([
  ['nothing of a change', [...state, over, ...later.slice(1)], 'delivered before a later'],
  ['nothing of a new object', [...state, over, later[0], marked], 'delivered before a later'],
  ['a change twice', [...state, over, later[0], ...later], 'repeat no change'],
  ['the state again', [...state, over, state[0], ...later], 'repeat no change'],
  ['a change of what the state left out', [state[1], over, ...later], 'lost between'],
  ['less than there is', [state[0], over, ...later], 'a later list shows'],
])('a stream that tells %s after the bookmark breaks it', (_what, events, says) => {
  expect(judged(goesOnFromState, events, some)).toContainEqual(expect.stringContaining(says))
})

test('without a version the state is as new as the writes before it', () => {
  expect(judged(stateIsNew, [...state, over])).toEqual(['held'])
  expect(judged(stateIsNew, [told('ADDED', a6), state[1], over], some)).toEqual(['held'])
  expect(judged(stateIsNew, [told('ADDED', a1), state[1], over])).toContainEqual(
    expect.stringContaining('every write acknowledged'),
  )
  expect(judged(stateIsNew, [state[0], over])).toContainEqual(
    expect.stringContaining('every write acknowledged'),
  )
  expect(judged(stateIsNew, [...state, bookmark('2')])).toContainEqual(
    expect.stringContaining('the bookmark is not older'),
  )
})

test('a removal before the watch must show in the state', () => {
  expect(judged(stateIsNew, [...state, told('ADDED', c4), over])).toContainEqual(
    expect.stringContaining('every write acknowledged'),
  )
})

test('with a version the state has reached it', () => {
  const from2 = { from: '2' }
  expect(judged(stateIsReached, [...state, over], from2)).toEqual(['held'])
  // The version of a came before b was written, so b need not be there yet.
  expect(judged(stateIsReached, [state[0], bookmark('2')], from2)).toEqual(['held'])
  expect(judged(stateIsReached, [told('ADDED', a1), over], from2)).toContain(
    'With a version the initial state has reached that version.',
  )
  expect(judged(stateIsReached, [...state, bookmark('1')], from2)).toContain(
    'With a version the bookmark is not older than that version.',
  )
})

test('without the end of the state nothing of it is judged', () => {
  const late = { problem: 'nothing came for 2000 ms' }
  for (const law of [stateIsTold, goesOnFromState, stateIsNew, stateIsReached])
    expect(judged(law, state.slice(1), { ...late, from: '2' })).toContain('unmet')
})
