import { expect, test } from 'vitest'
import { historyOf, listed, object, removed, verdictsOf, wrote } from '../../history/written.ts'
import { told, waited, watched } from '../../history/written-watch.ts'
import { removalsShowTheLastState } from './deletion-payload.ts'

const shade = (version: string, of: string) => object('a', version, { labels: { shade: of } })
const dark = { labelSelector: 'shade=dark' }

type Options = { query?: Record<string, string>; ordered?: boolean; problem?: string }

/** An object turns from dark to light at 3, is removed at 4, and another one is written at 5. */
const judged = (events: unknown[], { query, ordered = true, problem }: Options = {}) =>
  verdictsOf(
    removalsShowTheLastState(
      'watch',
      'wait',
    )(
      historyOf(
        [
          wrote(shade('2', 'dark')),
          watched('watch', events, { from: '2', ...(query ? { query } : {}) }),
          wrote(shade('3', 'light'), { basedOn: '2' }),
          removed('a'),
          wrote(object('b', '5')),
          waited('wait', problem),
          listed('final', [object('b', '5')]),
        ],
        { ordered },
      ),
    ),
  )

const after = told('ADDED', object('b', '5'))
const ceased = (version: string, of: string) => [told('DELETED', shade(version, of))]
const gone = (version: string, of: string) => [
  told('MODIFIED', shade('3', 'light')),
  told('DELETED', shade(version, of)),
  after,
]

test('what ceases to match is shown as it matched last, at the version of the update', () => {
  expect(judged(ceased('3', 'dark'), { query: dark })).toEqual(['held'])
})

test('what is removed is shown as it was last, at a version between its neighbours', () => {
  expect(judged(gone('4', 'light'))).toEqual(['held'])
})

test.each([
  ['as it is now', ceased('3', 'light'), dark, 'the last state'],
  ['at the version that it had', ceased('2', 'dark'), dark, 'at the version of the write'],
  ['as it was before', gone('4', 'dark'), undefined, 'the last state'],
  ['at the version of its last update', gone('3', 'light'), undefined, 'at the version of'],
  ['at the version of a later write', gone('5', 'light'), undefined, 'at the version of'],
])('a removal shown %s breaks the rule', (_what, events, query, says) => {
  expect(judged(events, query ? { query } : {})).toContainEqual(expect.stringContaining(says))
})

test('where other events are told than are due, another law speaks', () => {
  expect(judged([after])).toEqual(['unmet'])
})

test('without an order of versions, or behind the writes, nothing is said', () => {
  expect(judged(gone('3', 'light'), { ordered: false })).toEqual(['unmet'])
  expect(judged(gone('3', 'light'), { problem: 'nothing came for 5 ms' })).toEqual(['unmet'])
})
