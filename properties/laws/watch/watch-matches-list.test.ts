import { expect, test } from 'vitest'
import type { Judge } from '../../history/observation.ts'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import {
  bookmarkDocument,
  watchEventDocument,
  watchExchangeOf,
} from '../../history/test-watches.ts'
import { watchMatchesList, orWatchMatchesListInStorms } from './watch-matches-list.ts'

const [a1, b2, b3, marker] = [
  listedObject('a', '1'),
  listedObject('b', '2'),
  listedObject('b', '3'),
  listedObject('marker', '9'),
]
const isMarked = watchEventDocument('ADDED', marker)

type Watches = ReturnType<typeof watchExchangeOf>[]

/**
 * Judges watches of a history with a list of `a` and `b`, the removal of `a` and a change of `b`.
 */
const judged = (watches: Watches, { before = [b3], after = [b3, marker] } = {}) =>
  observationTexts(
    watchMatchesList(
      historyOfWrites([
        listAnswer('start', [a1, b2], { version: '2' }),
        ...watches,
        listAnswer('before', before),
        (position: number) => ({ ...acknowledgedWrite(marker)(position), step: 'marker' }),
        listAnswer('after', after),
      ]),
    ),
  )

const everything = [
  watchEventDocument('DELETED', listedObject('a', '4')),
  watchEventDocument('MODIFIED', b3),
  isMarked,
]
const state = [
  watchEventDocument('ADDED', a1),
  watchEventDocument('ADDED', b2),
  bookmarkDocument('2'),
]
const stateFirst = { query: { sendInitialEvents: 'true' } }

const missesRemoval = expect.stringContaining('the state of that list')
const missesChange = expect.stringContaining('the state of that list')

test('a watch holds the objects that lists show, from a list or an initial state on', () => {
  expect(judged([watchExchangeOf('watch', everything, { from: '2' })])).toEqual(['held'])
  expect(judged([watchExchangeOf('watch', [...state, ...everything], stateFirst)])).toEqual([
    'held',
  ])
})

test('it does not if a removal or a change is not delivered before a later event', () => {
  expect(judged([watchExchangeOf('watch', everything.slice(1), { from: '2' })])).toContainEqual(
    missesRemoval,
  )
  const unchanged = [...everything.slice(0, 1), isMarked]
  expect(judged([watchExchangeOf('watch', unchanged, { from: '2' })])).toContainEqual(missesChange)
})

test('a watch without the marker event, or from no list, is inconclusive', () => {
  expect(judged([watchExchangeOf('watch', [], { from: '2' })])).toEqual(['preconditionUnmet'])
  expect(judged([watchExchangeOf('watch', [isMarked], { from: '7' })])).toEqual([
    'preconditionUnmet',
  ])
})

test('changes between the two lists are not judged', () => {
  const watch = watchExchangeOf('watch', [everything[0], isMarked], { from: '2' })

  expect(judged([watch], { before: [b2], after: [b3, marker] })).toEqual(['held'])
  expect(
    judged([watchExchangeOf('watch', [isMarked], { from: '2' })], {
      before: [a1, b2],
      after: [b2, marker],
    }),
  ).toEqual(['held'])
})

test('a continued watch holds the events of both parts, without repeats after its bookmark', () => {
  const parts = (rest: unknown[]) =>
    judged([
      watchExchangeOf(
        'watch',
        [...state, watchEventDocument('MODIFIED', listedObject('b', '5'))],
        stateFirst,
      ),
      watchExchangeOf('watch rest', rest, { from: '2' }),
    ])

  expect(parts(everything)).toEqual(['held'])
  expect(parts(everything.slice(1))).toContainEqual(missesRemoval)
})

test('a watch whose continuation was not opened is inconclusive', () => {
  const notOpened = (position: number) => {
    const {
      stream: _,
      answer: __,
      ...exchange
    } = watchExchangeOf('watch rest', [], { from: '2' })(position)
    return exchange
  }

  expect(judged([watchExchangeOf('watch', [...state, isMarked], stateFirst), notOpened])).toEqual([
    'preconditionUnmet',
  ])
})

test('a storm is judged by this law, and every other scenario by its own', () => {
  const other: Judge = function* () {}
  const historyWith = (step: string) =>
    historyOfWrites([
      watchExchangeOf(step, [...state, isMarked], stateFirst),
      listAnswer('before', []),
      (position: number) => ({ ...acknowledgedWrite(marker)(position), step: 'marker' }),
      listAnswer('after', [marker]),
    ])

  expect(
    observationTexts(orWatchMatchesListInStorms(other)(historyWith('storm 0-0'))),
  ).toContainEqual(missesRemoval)
  expect(observationTexts(orWatchMatchesListInStorms(other)(historyWith('watch')))).toEqual([])
})
