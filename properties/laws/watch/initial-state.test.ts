import { expect, test } from 'vitest'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { watchEventDocument, awaitExchangeOf, watchExchangeOf } from '../../history/test-watches.ts'
import { watchBeginsWithState } from './initial-state.ts'

const [a1, a2, a6] = [listedObject('a', '1'), listedObject('a', '2'), listedObject('a', '6')]
const b3 = listedObject('b', '3')
const d7 = listedObject('d', '7')

type Options = { from?: string; problem?: string }

/**
 * Judges a watch that starts when objects a and b exist and c is deleted. Then a is changed and d
 * is created.
 */
const judged = (events: unknown[], { from, problem }: Options = {}) =>
  observationTexts(
    watchBeginsWithState(
      'watch',
      'wait',
    )(
      historyOfWrites([
        acknowledgedWrite(a1),
        acknowledgedWrite(a2, { basedOn: '1' }),
        acknowledgedWrite(b3),
        acknowledgedWrite(listedObject('c', '4')),
        acknowledgedDelete('c'),
        watchExchangeOf('watch', events, from === undefined ? {} : { from }),
        acknowledgedWrite(a6, { basedOn: '2' }),
        acknowledgedWrite(d7),
        awaitExchangeOf('wait', problem),
        listAnswer('final', [a6, b3, d7]),
      ]),
    ),
  )

const state = [watchEventDocument('ADDED', b3), watchEventDocument('ADDED', a2)]
const later = [watchEventDocument('MODIFIED', a6), watchEventDocument('ADDED', d7)]

test('the newest state comes first, with each object ADDED, in any order', () => {
  expect(judged([...state, ...later])).toEqual(['held'])
})

test('the state may be read after the watch was answered', () => {
  expect(
    judged([watchEventDocument('ADDED', b3), watchEventDocument('ADDED', a6), later[1]]),
  ).toEqual(['held'])
})

test.each([
  ['leaves out an object', [state[1], ...later], 'every object of the newest state'],
  [
    'shows an object as it was',
    [state[0], watchEventDocument('ADDED', a1), ...later],
    'the newest state',
  ],
  [
    'shows what is gone',
    [watchEventDocument('ADDED', listedObject('c', '4')), ...state, ...later],
    'newest state',
  ],
  ['shows what is MODIFIED', [state[0], watchEventDocument('MODIFIED', a2), ...later], 'are ADDED'],
  ['leaves out what comes later', [...state, later[0]], 'the newest state'],
])('a watch without a version that %s breaks the rule', (_what, events, says) => {
  expect(judged(events)).toContainEqual(expect.stringContaining(says))
})

test('at version 0 any state may come first, with each object ADDED', () => {
  expect(judged([watchEventDocument('ADDED', a1), ...later], { from: '0' })).toEqual(['held'])
  expect(judged([watchEventDocument('MODIFIED', a1), ...later], { from: '0' })).toContain(
    'The objects of the initial state are ADDED.',
  )
})

test('a write concurrent with the start may be in the state or not', () => {
  const during = (events: unknown[]) =>
    observationTexts(
      watchBeginsWithState(
        'watch',
        'wait',
      )(
        historyOfWrites([
          acknowledgedWrite(a1),
          watchExchangeOf('watch', events),
          acknowledgedWrite(a2, { basedOn: '1', times: [8, 40] }),
          awaitExchangeOf('wait'),
        ]),
      ),
    )
  expect(during([watchEventDocument('ADDED', a1), watchEventDocument('MODIFIED', a2)])).toEqual([
    'held',
  ])
  expect(during([watchEventDocument('ADDED', a2)])).toEqual(['held'])
})

test('the state may be read some time after the watch was answered', () => {
  expect(
    judged([
      watchEventDocument('ADDED', b3),
      watchEventDocument('ADDED', a6),
      watchEventDocument('ADDED', d7),
    ]),
  ).toEqual(['held'])

  const judgedWithout = (events: unknown[]) =>
    observationTexts(
      watchBeginsWithState(
        'watch',
        'wait',
      )(
        historyOfWrites([
          acknowledgedWrite(a1),
          watchExchangeOf('watch', events),
          acknowledgedDelete('a'),
          awaitExchangeOf('wait'),
        ]),
      ),
    )
  expect(judgedWithout([])).toEqual(['held'])
  expect(
    judgedWithout([watchEventDocument('ADDED', a1), watchEventDocument('DELETED', a2)]),
  ).toEqual(['held'])
})

test('a watch with missing events is inconclusive', () => {
  expect(judged([], { problem: 'nothing came for 5 ms' })).toEqual(['preconditionUnmet'])
})
