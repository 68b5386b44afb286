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
import { eventsFollowSelector } from './selector-transitions.ts'

const broken =
  'An object that starts to match is ADDED, one that still matches MODIFIED, one that stops matching DELETED.'
const shade = (version: string, of: string) => listedObject('a', version, { labels: { shade: of } })

type Options = { labelSelector?: string; problem?: string; foreign?: true }

/**
 * Judges a history in which an object changes from light to dark, stays dark, changes to light,
 * stays light, and is removed.
 */
const judged = (events: unknown[], { labelSelector, problem, foreign }: Options = {}) =>
  observationTexts(
    eventsFollowSelector(
      'watch',
      'wait',
    )(
      historyOfWrites([
        acknowledgedWrite(shade('1', 'light')),
        watchExchangeOf('watch', events, {
          from: '1',
          ...(labelSelector === undefined ? {} : { query: { labelSelector } }),
        }),
        acknowledgedWrite(shade('2', 'dark'), { basedOn: '1' }),
        acknowledgedWrite(shade('3', 'dark'), { basedOn: '2' }),
        acknowledgedWrite(shade('4', 'light'), { basedOn: '3' }),
        acknowledgedWrite(shade('5', 'light'), { basedOn: '4' }),
        acknowledgedDelete('a'),
        awaitExchangeOf('wait', problem),
        listAnswer(
          'final',
          foreign ? [{ metadata: { ...shade('7', '').metadata, name: 'b' } }] : [],
        ),
      ]),
    ),
  )

const dark = { labelSelector: 'shade=dark' }
const begins = watchEventDocument('ADDED', shade('2', 'dark'))
const stays = watchEventDocument('MODIFIED', shade('3', 'dark'))
const ceases = watchEventDocument('DELETED', shade('4', 'dark'))

test('a watch of dark objects shows when one starts, continues and stops being dark', () => {
  expect(judged([begins, stays, ceases], dark)).toEqual(['held'])
})

test('without a selector every existing object matches', () => {
  const all = ['2', '3', '4', '5'].map(version =>
    watchEventDocument('MODIFIED', shade(version, 'any')),
  )
  expect(judged([...all, watchEventDocument('DELETED', shade('6', 'light'))])).toEqual(['held'])
  expect(judged(all)).toEqual([broken])
})

test.each([
  [
    'begins to match as MODIFIED',
    [watchEventDocument('MODIFIED', shade('2', 'dark')), stays, ceases],
  ],
  ['stays as ADDED', [begins, watchEventDocument('ADDED', shade('3', 'dark')), ceases]],
  [
    'ceases to match as MODIFIED',
    [begins, stays, watchEventDocument('MODIFIED', shade('4', 'light'))],
  ],
  ['ceases to match not at all', [begins, stays]],
  ['does not match', [begins, stays, ceases, watchEventDocument('MODIFIED', shade('5', 'light'))]],
  ['did not match when it was removed', [begins, stays, ceases, ceases]],
])('a watch that shows an object that %s breaks the rule', (_what, events) => {
  expect(judged(events, dark)).toEqual([broken])
})

test('a watch with missing events, or with writes of others, is inconclusive', () => {
  expect(judged([begins], { ...dark, problem: 'nothing came for 5 ms' })).toEqual([
    'preconditionUnmet',
  ])
  expect(judged([begins], { ...dark, foreign: true })).toEqual(['preconditionUnmet'])
})

test('a watch that starts with an initial state is inconclusive', () => {
  const history = historyOfWrites([
    acknowledgedWrite(shade('1', 'dark')),
    watchExchangeOf('watch', []),
    awaitExchangeOf('wait'),
  ])
  expect(observationTexts(eventsFollowSelector('watch', 'wait')(history))).toEqual([
    'preconditionUnmet',
  ])
})
