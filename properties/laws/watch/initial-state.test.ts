import { expect, test } from 'vitest'
import { historyOf, listed, object, removed, verdictsOf, wrote } from '../../history/written.ts'
import { told, waited, watched } from '../../history/written-watch.ts'
import { beginsWithTheState } from './initial-state.ts'

const [a1, a2, a6] = [object('a', '1'), object('a', '2'), object('a', '6')]
const b3 = object('b', '3')
const d7 = object('d', '7')

type Options = { from?: string; problem?: string }

/** Objects a and b exist and c does not any more; then a changes and d comes. */
const judged = (events: unknown[], { from, problem }: Options = {}) =>
  verdictsOf(
    beginsWithTheState(
      'watch',
      'wait',
    )(
      historyOf([
        wrote(a1),
        wrote(a2, { basedOn: '1' }),
        wrote(b3),
        wrote(object('c', '4')),
        removed('c'),
        watched('watch', events, from === undefined ? {} : { from }),
        wrote(a6, { basedOn: '2' }),
        wrote(d7),
        waited('wait', problem),
        listed('final', [a6, b3, d7]),
      ]),
    ),
  )

const state = [told('ADDED', b3), told('ADDED', a2)]
const later = [told('MODIFIED', a6), told('ADDED', d7)]

test('the newest state comes first, each object ADDED, in any order', () => {
  expect(judged([...state, ...later])).toEqual(['held'])
})

test('the state may be read when the watch has been answered', () => {
  expect(judged([told('ADDED', b3), told('ADDED', a6), later[1]])).toEqual(['held'])
})

test.each([
  ['leaves out an object', [state[1], ...later], 'every object of the newest state'],
  ['shows an object as it was', [state[0], told('ADDED', a1), ...later], 'the newest state'],
  ['shows what is gone', [told('ADDED', object('c', '4')), ...state, ...later], 'newest state'],
  ['shows what is MODIFIED', [state[0], told('MODIFIED', a2), ...later], 'are ADDED'],
  ['leaves out what comes later', [...state, later[0]], 'the newest state'],
])('a watch without a version that %s breaks the rule', (_what, events, says) => {
  expect(judged(events)).toContainEqual(expect.stringContaining(says))
})

test('at version 0 any state may come first, but each object of it ADDED', () => {
  expect(judged([told('ADDED', a1), ...later], { from: '0' })).toEqual(['held'])
  expect(judged([told('MODIFIED', a1), ...later], { from: '0' })).toContain(
    'The objects of the state that comes first are ADDED.',
  )
})

test('what was being written when the watch began may be in its state or not', () => {
  const during = (events: unknown[]) =>
    verdictsOf(
      beginsWithTheState(
        'watch',
        'wait',
      )(
        historyOf([
          wrote(a1),
          watched('watch', events),
          wrote(a2, { basedOn: '1', at: [8, 40] }),
          waited('wait'),
        ]),
      ),
    )
  expect(during([told('ADDED', a1), told('MODIFIED', a2)])).toEqual(['held'])
  expect(during([told('ADDED', a2)])).toEqual(['held'])
})

test('the state may be read some time after the watch was answered', () => {
  expect(judged([told('ADDED', b3), told('ADDED', a6), told('ADDED', d7)])).toEqual(['held'])

  const gone = (events: unknown[]) =>
    verdictsOf(
      beginsWithTheState(
        'watch',
        'wait',
      )(historyOf([wrote(a1), watched('watch', events), removed('a'), waited('wait')])),
    )
  expect(gone([])).toEqual(['held'])
  expect(gone([told('ADDED', a1), told('DELETED', a2)])).toEqual(['held'])
})

test('a watch that has not shown everything says nothing', () => {
  expect(judged([], { problem: 'nothing came for 5 ms' })).toEqual(['unmet'])
})
