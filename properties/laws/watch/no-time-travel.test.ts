import { expect, test } from 'vitest'
import { historyOf, listed, object, refusedRead, verdictsOf } from '../../history/written.ts'
import { told, watched } from '../../history/written-watch.ts'
import { resumesAfter } from './no-time-travel.ts'

/** An object that can be told from another one of its name. */
const shown = (version: string, name = 'a') => {
  const { metadata } = object(name, version)
  return { metadata: { ...metadata, uid: `uid of ${name}` } }
}

const event = (version: string, name?: string) => told('MODIFIED', shown(version, name))
const asNew = { resourceVersion: '9', resourceVersionMatch: 'NotOlderThan' }

type List = ReturnType<typeof listed>

/** A watch that showed 8 and 9, and what came of it when it was resumed from 9. */
const judged = (rest: unknown[], list?: List, ordered = true) =>
  verdictsOf(
    resumesAfter({ watch: 'watch', rest: 'rest', lists: ['as new'] })(
      historyOf(
        [
          watched('watch', [event('8', 'b'), event('9')], { from: '7' }),
          watched('rest', rest, { from: '9' }),
          ...(list ? [list] : []),
        ],
        { ordered },
      ),
    ),
  )

const listAt = (version: string, ...items: ReturnType<typeof shown>[]) =>
  listed('as new', items, { version, query: asNew })

test('a resumed watch goes on, and a list as new shows what the watch showed', () => {
  expect(judged([event('10')])).toEqual(['held'])
  expect(judged([], listAt('9', shown('9'), shown('8', 'b')))).toEqual(['held'])
  expect(judged([], listAt('12', shown('11')))).toEqual(['held'])
})

test.each([
  ['the event that it resumes from', '9', 'a'],
  ['an event before it', '8', 'b'],
  ['another change before it', '5', 'c'],
])('a resumed watch that tells %s breaks the rule', (_what, version, name) => {
  expect(judged([event(version, name)])).toContainEqual(expect.stringContaining('resumes from'))
})

test.each([
  ['of an older state', listAt('8', shown('9'))],
  ['with an object older than it was watched', listAt('10', shown('7'))],
])('a list %s breaks the rule', (_what, list) => {
  expect(judged([], list)).toContainEqual(expect.stringContaining('is as new as that'))
})

test('a watch that ended at an older version than it showed says nothing of the next one', () => {
  const first = watched('watch', [event('8', 'b'), event('5')], { from: '4' })
  const rest = watched('rest', [event('8', 'b')], { from: '5' })
  const law = resumesAfter({ watch: 'watch', rest: 'rest' })

  expect(verdictsOf(law(historyOf([first, rest], { ordered: true })))).toEqual(['unmet'])
})

test('a list that is refused, and versions without an order, say nothing', () => {
  expect(judged([], refusedRead('as new', 504, asNew))).toEqual(['unmet'])
  expect(judged([event('9')], undefined, false)).toEqual(['unmet'])
})
