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
import { deletedEventsShowLastState } from './deletion-payload.ts'

const shade = (version: string, of: string) => listedObject('a', version, { labels: { shade: of } })
const dark = { labelSelector: 'shade=dark' }

type Options = { query?: Record<string, string>; ordered?: boolean; problem?: string }

/**
 * Judges a history in which an object changes from dark to light at 3 and is removed at 4, and
 * another object is written at 5.
 */
const judged = (events: unknown[], { query, ordered = true, problem }: Options = {}) =>
  observationTexts(
    deletedEventsShowLastState(
      'watch',
      'wait',
    )(
      historyOfWrites(
        [
          acknowledgedWrite(shade('2', 'dark')),
          watchExchangeOf('watch', events, { from: '2', ...(query ? { query } : {}) }),
          acknowledgedWrite(shade('3', 'light'), { basedOn: '2' }),
          acknowledgedDelete('a'),
          acknowledgedWrite(listedObject('b', '5')),
          awaitExchangeOf('wait', problem),
          listAnswer('final', [listedObject('b', '5')]),
        ],
        { ordered },
      ),
    ),
  )

const after = watchEventDocument('ADDED', listedObject('b', '5'))
const ceased = (version: string, of: string) => [watchEventDocument('DELETED', shade(version, of))]
const leavingScope = (version: string, of: string) => [
  watchEventDocument('MODIFIED', shade('3', 'light')),
  watchEventDocument('DELETED', shade(version, of)),
  after,
]

test('an object that stops matching is shown as last matched, at the version of the update', () => {
  expect(judged(ceased('3', 'dark'), { query: dark })).toEqual(['held'])
})

test('a removed object is shown in its last state, at a version between its neighbours', () => {
  expect(judged(leavingScope('4', 'light'))).toEqual(['held'])
})

test.each([
  ['as it is now', ceased('3', 'light'), dark, 'the last matching state'],
  ['at the version that it had', ceased('2', 'dark'), dark, 'at the version of the write'],
  ['as it was before', leavingScope('4', 'dark'), undefined, 'the last matching state'],
  ['at the version of its last update', leavingScope('3', 'light'), undefined, 'at the version of'],
  ['at the version of a later write', leavingScope('5', 'light'), undefined, 'at the version of'],
])('a removal shown %s breaks the rule', (_what, events, query, says) => {
  expect(judged(events, query ? { query } : {})).toContainEqual(expect.stringContaining(says))
})

test('missing or extra events are inconclusive here and left to another law', () => {
  expect(judged([after])).toEqual(['preconditionUnmet'])
})

test('unordered versions or missing events are inconclusive', () => {
  expect(judged(leavingScope('3', 'light'), { ordered: false })).toEqual(['preconditionUnmet'])
  expect(judged(leavingScope('3', 'light'), { problem: 'nothing came for 5 ms' })).toEqual([
    'preconditionUnmet',
  ])
})
