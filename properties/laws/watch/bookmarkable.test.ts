import { expect, test } from 'vitest'
import {
  historyOfWrites,
  withStepLabel,
  listAnswer,
  listedObject,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import {
  bookmarkDocument,
  watchEventDocument,
  awaitExchangeOf,
  watchExchangeOf,
} from '../../history/test-watches.ts'
import {
  resumeFromBookmarkLosesNothing,
  regularBookmarkLosesNothing,
  bookmarksAreOptional,
  bookmarksNeverGoBack,
  unrequestedBookmarksDoNotCome,
} from './bookmarkable.ts'

const a1 = listedObject('a', '1')
const a2 = listedObject('a', '2')
const b3 = listedObject('b', '3')
const end = listedObject('end', '9')

const state = { query: { sendInitialEvents: 'true' } }
const whole = [
  watchEventDocument('ADDED', a1),
  bookmarkDocument('1'),
  watchEventDocument('MODIFIED', a2),
  watchEventDocument('ADDED', b3),
  watchEventDocument('DELETED', listedObject('b', '4')),
  watchEventDocument('ADDED', end),
]

type Options = {
  rest?: unknown[]
  from?: string
  problem?: string
  first?: Parameters<typeof historyOfWrites>[0]
}

/** Judges a stream and another one that resumes from a bookmark of it. */
const judged = (
  events: unknown[],
  { rest = whole.slice(2), from = '1', problem, first = [] }: Options = {},
): string[] =>
  observationTexts(
    resumeFromBookmarkLosesNothing(
      historyOfWrites([
        ...first,
        acknowledgedWrite(a1),
        watchExchangeOf('watch', events, state),
        awaitExchangeOf('watch has a BOOKMARK', problem),
        watchExchangeOf('rest', rest, { from }),
        acknowledgedWrite(a2, { basedOn: '1' }),
        acknowledgedWrite(b3),
        acknowledgedDelete('b'),
        withStepLabel('marker', acknowledgedWrite(end)),
        awaitExchangeOf('watch shows marker'),
        awaitExchangeOf('rest shows marker'),
        listAnswer('final', [a2, end]),
      ]),
    ),
  )

test('a watch that resumes from a bookmark shows all later changes', () => {
  expect(judged(whole)).toEqual(['held'])
})

test('a repeated event is not a lost one', () => {
  expect(judged(whole, { rest: [watchEventDocument('MODIFIED', a1), ...whole.slice(2)] })).toEqual([
    'held',
  ])
})

test.each([
  ['the first change', whole.slice(3)],
  ['an object', whole.filter((_, index) => index === 2 || index === 5)],
  ['a removal', whole.filter((_, index) => index > 1 && index !== 4)],
])('a bookmark after which %s is lost breaks it', (_what, rest) => {
  expect(judged(whole, { rest })).toContainEqual(
    expect.stringMatching(/is lost between|is delivered before/),
  )
})

test('a change covered by a bookmark is sent before it', () => {
  const early = [watchEventDocument('ADDED', a1), bookmarkDocument('2'), ...whole.slice(2)]
  const says = 'No change that a bookmark covers is delivered after it.'
  expect(judged(early, { from: '2', rest: whole.slice(3) })).toContain(says)
})

test('an event of another namespace is no evidence about bookmarks', () => {
  const elsewhere = { ...a1, metadata: { ...a1.metadata, namespace: 'elsewhere' } }
  const late = watchEventDocument('ADDED', elsewhere)
  const events = [whole[0], bookmarkDocument('1'), late, ...whole.slice(2)]
  const says = 'No change that a bookmark covers is delivered after it.'
  expect(judged(events, { first: [acknowledgedWrite(elsewhere)] })).not.toContain(says)
})

test('a later bookmark is not ahead of events, in either stream', () => {
  const says = 'No change that a bookmark covers is delivered after it.'
  const behind = [...whole.slice(0, 4), bookmarkDocument('3'), ...whole.slice(4)]
  const ahead = [...whole.slice(0, 3), bookmarkDocument('3'), ...whole.slice(3)]

  expect(judged(behind, { rest: behind.slice(2) })).toEqual(['held'])
  expect(judged(ahead)).toContain(says)
  expect(judged(whole, { rest: ahead.slice(2) })).toContain(says)
})

test('an object that is missing from the initial state is lost', () => {
  expect(judged(whole.slice(1))).toContainEqual(expect.stringContaining('lost between'))
})

test('a bookmark before the first event of a watch loses nothing', () => {
  const later = [bookmarkDocument('1'), ...whole.slice(2)]
  const judgedFrom = (events: unknown[], rest: unknown[]) =>
    observationTexts(
      regularBookmarkLosesNothing(
        historyOfWrites([
          acknowledgedWrite(a1),
          watchExchangeOf('watch', events, { from: '1' }),
          watchExchangeOf('rest', rest, { from: '1' }),
          acknowledgedWrite(a2, { basedOn: '1' }),
          acknowledgedWrite(b3),
          acknowledgedDelete('b'),
          withStepLabel('marker', acknowledgedWrite(end)),
          awaitExchangeOf('rest shows marker'),
        ]),
      ),
    )

  expect(judgedFrom(later, whole.slice(2))).toEqual(['held'])
  expect(judgedFrom(later, whole.slice(3))).toContainEqual(
    expect.stringMatching(/is lost between|is delivered before/),
  )
  const withoutCreation = whole.filter((_, index) => index === 2 || index > 3)
  expect(judgedFrom(later, withoutCreation)).toContainEqual(
    expect.stringContaining('is lost between'),
  )
})

test('a bookmark that is older than the initial state loses nothing', () => {
  const c4 = listedObject('c', '4')
  const first = [acknowledgedWrite(c4), acknowledgedDelete('c')]
  const repeated = [watchEventDocument('DELETED', c4), ...whole.slice(2)]

  expect(judged(whole, { first, rest: repeated })).toEqual(['held'])
})

test('a watch without a bookmark is inconclusive', () => {
  expect(judged(whole, { problem: 'nothing came for 5 ms' })).toEqual(['preconditionUnmet'])
  expect(judged(whole.filter((_, index) => index !== 1))).toContain('preconditionUnmet')
})

const unasked = (events: unknown[]): string[] =>
  observationTexts(
    unrequestedBookmarksDoNotCome(
      historyOfWrites([
        watchExchangeOf('watch', events),
        awaitExchangeOf('watch shows marker'),
        watchExchangeOf('state', []),
      ]),
    ),
  )

test('a watch that does not request bookmarks gets none', () => {
  expect(unasked([watchEventDocument('ADDED', a1)])).toEqual(['held'])
  expect(unasked([watchEventDocument('ADDED', a1), bookmarkDocument('1')])).toContainEqual(
    expect.stringContaining('gets no bookmarks'),
  )
})

const optional = (watch: ReturnType<typeof awaitExchangeOf>): string[] =>
  observationTexts(
    bookmarksAreOptional(
      historyOfWrites([watch, awaitExchangeOf('watch shows marker', 'nothing came for 5 ms')]),
    ),
  )

test('bookmarks are optional, also on a stream that ends immediately', () => {
  expect(optional(watchExchangeOf('watch', [watchEventDocument('ADDED', a1)]))).toEqual([
    'recorded',
  ])
  expect(
    optional(watchExchangeOf('watch', [watchEventDocument('ADDED', a1), bookmarkDocument('')])),
  ).toEqual(['recorded'])
  expect(optional(watchExchangeOf('watch', []))).toEqual(['recorded'])
})

test('a watch without a stream is inconclusive', () => {
  expect(optional(awaitExchangeOf('watch', '404 NotFound'))).toEqual(['preconditionUnmet'])
})

/** Judges the bookmarks of a watch from version 7. */
const judgedBookmarks = (documents: unknown[], ordered = true) =>
  observationTexts(
    bookmarksNeverGoBack(
      historyOfWrites([watchExchangeOf('watch', documents, { from: '7' })], { ordered }),
    ),
  )
const changeAt = (version: string) => watchEventDocument('MODIFIED', listedObject('a', version))

test('bookmarks may repeat a version and skip versions', () => {
  const documents = [changeAt('8'), bookmarkDocument('8'), bookmarkDocument('8'), changeAt('12')]
  expect(new Set(judgedBookmarks([...documents, bookmarkDocument('30')]))).toEqual(
    new Set(['held']),
  )
})

test.each([
  ['the start of the watch', [changeAt('8'), changeAt('9'), bookmarkDocument('7')]],
  ['another bookmark', [bookmarkDocument('9'), bookmarkDocument('8')]],
])('a bookmark that goes back to %s breaks the rule', (_what, documents) => {
  expect(judgedBookmarks(documents)).toContain(
    'A bookmark is not older than the events and bookmarks that were sent before it.',
  )
})

test('the rule does not apply without bookmarks, and opaque versions are inconclusive', () => {
  expect(judgedBookmarks([changeAt('8')])[0]).toBe('notApplicable')
  expect(judgedBookmarks([bookmarkDocument('8')])).toEqual(['preconditionUnmet'])
  expect(judgedBookmarks([changeAt('8'), bookmarkDocument('7')], false)).toEqual([
    'preconditionUnmet',
  ])
})

test('a bookmark whose version is not an integer cannot be compared', () => {
  const law = bookmarksNeverGoBack(
    historyOfWrites(
      [watchExchangeOf('watch', [changeAt('v8'), bookmarkDocument('v9')], { from: 'v7' })],
      { ordered: true },
    ),
  )
  const because = 'a version is not an integer'
  const [first] = law
  expect(first).toEqual({ kind: 'preconditionUnmet', because })
})
