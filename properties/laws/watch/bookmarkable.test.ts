import { expect, test } from 'vitest'
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
import { bookmarkKeepsItsPromise, bookmarksAreOptional, hasNoBookmarks } from './bookmarkable.ts'

const a1 = object('a', '1')
const a2 = object('a', '2')
const b3 = object('b', '3')
const end = object('end', '9')

const state = { query: { sendInitialEvents: 'true' } }
const whole = [
  told('ADDED', a1),
  bookmark('1'),
  told('MODIFIED', a2),
  told('ADDED', b3),
  told('DELETED', object('b', '4')),
  told('ADDED', end),
]

type Options = { rest?: unknown[]; from?: string; problem?: string }

/** What the law says of a stream and of another that goes on from a bookmark of it. */
const judged = (
  events: unknown[],
  { rest = whole.slice(2), from = '1', problem }: Options = {},
): string[] =>
  verdictsOf(
    bookmarkKeepsItsPromise(
      historyOf([
        wrote(a1),
        watched('watch', events, state),
        waited('watch has a BOOKMARK', problem),
        watched('rest', rest, { from }),
        wrote(a2, { basedOn: '1' }),
        wrote(b3),
        removed('b'),
        labelled('marker', wrote(end)),
        waited('watch shows marker'),
        waited('rest shows marker'),
        listed('final', [a2, end]),
      ]),
    ),
  )

test('one who resumes from a bookmark is told what comes after it', () => {
  expect(judged(whole)).toEqual(['held'])
})

test('what is told again is not lost', () => {
  expect(judged(whole, { rest: [told('MODIFIED', a1), ...whole.slice(2)] })).toEqual(['held'])
})

test.each([
  ['the first change', whole.slice(3)],
  ['an object', whole.filter((_, at) => at === 2 || at === 5)],
  ['a removal', whole.filter((_, at) => at > 1 && at !== 4)],
])('a bookmark after which %s is lost breaks it', (_what, rest) => {
  expect(judged(whole, { rest })).toContainEqual(
    expect.stringMatching(/is lost between|is delivered before/),
  )
})

test('a change that a bookmark covers comes before it', () => {
  const early = [told('ADDED', a1), bookmark('2'), ...whole.slice(2)]
  const says = 'No change that a bookmark covers is delivered after it.'
  expect(judged(early, { from: '2', rest: whole.slice(3) })).toContain(says)
})

test('an object that the state left out has not gone on', () => {
  expect(judged(whole.slice(1))).toContainEqual(expect.stringContaining('lost between'))
})

test('without a bookmark there is nothing to judge', () => {
  expect(judged(whole, { problem: 'nothing came for 5 ms' })).toEqual(['unmet'])
  expect(judged(whole.filter((_, at) => at !== 1))).toContain('unmet')
})

const unasked = (events: unknown[]): string[] =>
  verdictsOf(
    hasNoBookmarks(
      historyOf([watched('watch', events), waited('watch shows marker'), watched('state', [])]),
    ),
  )

test('who asks for no bookmarks gets none', () => {
  expect(unasked([told('ADDED', a1)])).toEqual(['held'])
  expect(unasked([told('ADDED', a1), bookmark('1')])).toContainEqual(
    expect.stringContaining('gets none'),
  )
})

const optional = (watch: ReturnType<typeof waited>): string[] =>
  verdictsOf(
    bookmarksAreOptional(historyOf([watch, waited('watch shows marker', 'nothing came for 5 ms')])),
  )

test('no answer is wrong where bookmarks are optional, nor a stream that ends at once', () => {
  expect(optional(watched('watch', [told('ADDED', a1)]))).toEqual(['noted'])
  expect(optional(watched('watch', [told('ADDED', a1), bookmark('')]))).toEqual(['noted'])
  expect(optional(watched('watch', []))).toEqual(['noted'])
})

test('without a stream nothing is known of bookmarks', () => {
  expect(optional(waited('watch', '404 NotFound'))).toEqual(['unmet'])
})
