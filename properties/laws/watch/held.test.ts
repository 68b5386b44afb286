import { expect, test } from 'vitest'
import type { Judge } from '../../history/observation.ts'
import type { History } from '../../history/history.ts'
import { historyOf, listed, object, verdictsOf, wrote } from '../../history/written.ts'
import { bookmark, told, watched } from '../../history/written-watch.ts'
import { holdsWhatIsListed, orInStorms } from './held.ts'

const [a1, b2, b3, marker] = [
  object('a', '1'),
  object('b', '2'),
  object('b', '3'),
  object('marker', '9'),
]
const isMarked = told('ADDED', marker)

type Watches = ReturnType<typeof watched>[]

/** A list of `a` and `b`, the removal of `a` and a change of `b`, and what watches deliver. */
const judged = (watches: Watches, { before = [b3], after = [b3, marker] } = {}) =>
  verdictsOf(
    holdsWhatIsListed(
      historyOf([
        listed('start', [a1, b2], { version: '2' }),
        ...watches,
        listed('before', before),
        (position: number) => ({ ...wrote(marker)(position), step: 'marker' }),
        listed('after', after),
      ]),
    ),
  )

const everything = [told('DELETED', object('a', '4')), told('MODIFIED', b3), isMarked]
const state = [told('ADDED', a1), told('ADDED', b2), bookmark('2')]
const stateFirst = { query: { sendInitialEvents: 'true' } }

const missesRemoval = expect.stringContaining('holds what a list shows')
const missesChange = expect.stringContaining('holds what a list shows')

test('a watch holds what lists show, from a list or from a state on', () => {
  expect(judged([watched('watch', everything, { from: '2' })])).toEqual(['held'])
  expect(judged([watched('watch', [...state, ...everything], stateFirst)])).toEqual(['held'])
})

test('it does not when a removal or a change is not delivered before a later event', () => {
  expect(judged([watched('watch', everything.slice(1), { from: '2' })])).toContainEqual(
    missesRemoval,
  )
  const unchanged = [...everything.slice(0, 1), isMarked]
  expect(judged([watched('watch', unchanged, { from: '2' })])).toContainEqual(missesChange)
})

test('a watch that has not delivered the marker, or begins at no list, says nothing', () => {
  expect(judged([watched('watch', [], { from: '2' })])).toEqual(['unmet'])
  expect(judged([watched('watch', [isMarked], { from: '7' })])).toEqual(['unmet'])
})

test('what happens between the two lists says nothing', () => {
  const watch = watched('watch', [everything[0], isMarked], { from: '2' })

  expect(judged([watch], { before: [b2], after: [b3, marker] })).toEqual(['held'])
  expect(
    judged([watched('watch', [isMarked], { from: '2' })], {
      before: [a1, b2],
      after: [b2, marker],
    }),
  ).toEqual(['held'])
})

test('a continued watch holds what both parts deliver, and nothing behind its bookmark twice', () => {
  const parts = (rest: unknown[]) =>
    judged([
      watched('watch', [...state, told('MODIFIED', object('b', '5'))], stateFirst),
      watched('watch rest', rest, { from: '2' }),
    ])

  expect(parts(everything)).toEqual(['held'])
  expect(parts(everything.slice(1))).toContainEqual(missesRemoval)
})

test('a watch whose continuation was not opened says nothing', () => {
  const notOpened = (position: number) => {
    const {
      stream: _,
      answer: __,
      ...exchange
    } = watched('watch rest', [], { from: '2' })(position)
    return exchange
  }

  expect(judged([watched('watch', [...state, isMarked], stateFirst), notOpened])).toEqual(['unmet'])
})

test('a storm is judged so, and every other scenario by its own law', () => {
  const other: Judge<History> = function* () {}
  const historyWith = (step: string) =>
    historyOf([
      watched(step, [...state, isMarked], stateFirst),
      listed('before', []),
      (position: number) => ({ ...wrote(marker)(position), step: 'marker' }),
      listed('after', [marker]),
    ])

  expect(verdictsOf(orInStorms(other)(historyWith('storm 0-0')))).toContainEqual(missesRemoval)
  expect(verdictsOf(orInStorms(other)(historyWith('watch')))).toEqual([])
})
