import { expect, test } from 'vitest'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  refusedRead,
  observationTexts,
} from '../../history/test-writes.ts'
import { watchEventDocument, watchExchangeOf } from '../../history/test-watches.ts'
import { resumedWatchRepeatsNothing } from './no-time-travel.ts'

/** Returns an object with a UID, which distinguishes it from another object of the same name. */
const objectAt = (version: string, name = 'a') => {
  const { metadata } = listedObject(name, version)
  return { metadata: { ...metadata, uid: `uid of ${name}` } }
}

const event = (version: string, name?: string) =>
  watchEventDocument('MODIFIED', objectAt(version, name))
const asNew = { resourceVersion: '9', resourceVersionMatch: 'NotOlderThan' }

type List = ReturnType<typeof listAnswer>

/** Judges a watch that showed versions 8 and 9 and was resumed from 9. */
const judged = (rest: unknown[], list?: List, ordered = true) =>
  observationTexts(
    resumedWatchRepeatsNothing({ watch: 'watch', rest: 'rest', lists: ['as new'] })(
      historyOfWrites(
        [
          watchExchangeOf('watch', [event('8', 'b'), event('9')], { from: '7' }),
          watchExchangeOf('rest', rest, { from: '9' }),
          ...(list ? [list] : []),
        ],
        { ordered },
      ),
    ),
  )

const listAt = (version: string, ...items: ReturnType<typeof objectAt>[]) =>
  listAnswer('as new', items, { version, query: asNew })

test('a resumed watch continues, and an equally new list shows what the watch showed', () => {
  expect(judged([event('10')])).toEqual(['held'])
  expect(judged([], listAt('9', objectAt('9'), objectAt('8', 'b')))).toEqual(['held'])
  expect(judged([], listAt('12', objectAt('11')))).toEqual(['held'])
})

test.each([
  ['the event that it resumes from', '9', 'a'],
  ['an event before it', '8', 'b'],
  ['another change before it', '5', 'c'],
])('a resumed watch that repeats %s breaks the rule', (_what, version, name) => {
  expect(judged([event(version, name)])).toContainEqual(expect.stringContaining('resumes from'))
})

test.each([
  ['of an older state', listAt('8', objectAt('9'))],
  ['with an object older than it was watched', listAt('10', objectAt('7'))],
])('a list %s breaks the rule', (_what, list) => {
  expect(judged([], list)).toContainEqual(expect.stringContaining('is at least as new'))
})

test('a watch that ended at an older version than shown before is inconclusive', () => {
  const first = watchExchangeOf('watch', [event('8', 'b'), event('5')], { from: '4' })
  const rest = watchExchangeOf('rest', [event('8', 'b')], { from: '5' })
  const law = resumedWatchRepeatsNothing({ watch: 'watch', rest: 'rest' })

  expect(observationTexts(law(historyOfWrites([first, rest], { ordered: true })))).toEqual([
    'preconditionUnmet',
  ])
})

test('a refused list and unordered versions are inconclusive', () => {
  expect(judged([], refusedRead('as new', 504, asNew))).toEqual(['preconditionUnmet'])
  expect(judged([event('9')], undefined, false)).toEqual(['preconditionUnmet'])
})

test('versions that are not integers cannot be compared, but a repeated event is seen', () => {
  const law = resumedWatchRepeatsNothing({ watch: 'watch', rest: 'rest' })
  const resumed = (version: string) =>
    observationTexts(
      law(
        historyOfWrites(
          [
            watchExchangeOf('watch', [event('v8', 'b'), event('v9')], { from: 'v7' }),
            watchExchangeOf('rest', [event(version)], { from: 'v9' }),
          ],
          { ordered: true },
        ),
      ),
    )

  expect(resumed('v10')).toEqual(['preconditionUnmet'])
  expect(resumed('v9')).toEqual([expect.stringContaining('resumes from')])
})
