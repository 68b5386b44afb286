import { expect, test } from 'vitest'
import {
  historyOfWrites,
  withStepLabel,
  listAnswer,
  listedObject,
  refusedRead,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import {
  bookmarkDocument,
  watchEventDocument,
  awaitExchangeOf,
  watchExchangeOf,
} from '../../history/test-watches.ts'
import { expiredVersionIsGone } from './expiry.ts'

const [a1, a2] = [listedObject('a', '1'), listedObject('a', '2')]
const end = listedObject('end', '3')
const status = { metadata: {}, kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'old' }
const gone = watchEventDocument('ERROR', { ...status, reason: 'Expired', code: 410 })
const marker = watchEventDocument('ADDED', end)

const says = 'A watch from an expired version returns 410.'
const ended = { end: 'ended' } as const

/**
 * Judges a history in which the version before a2 has expired, a new list shows a2, and `rest`
 * resumes from that list.
 */
const judged = (
  old: ReturnType<typeof watchExchangeOf>,
  { rest = [marker], problem }: { rest?: unknown[]; problem?: string } = {},
) =>
  observationTexts(
    expiredVersionIsGone({ old: 'old', lost: 'lost', list: 'list', rest: 'rest', waits: ['wait'] })(
      historyOfWrites([
        acknowledgedWrite(a1),
        withStepLabel('lost', acknowledgedWrite(a2, { basedOn: '1' })),
        old,
        listAnswer('list', [a2], { version: '2' }),
        watchExchangeOf('rest', rest, { from: '2' }),
        withStepLabel('marker', acknowledgedWrite(end)),
        awaitExchangeOf('wait', problem),
      ]),
    ),
  )

test('410 may be the HTTP status or the code of the first event', () => {
  expect(judged(refusedRead('old', 410))).toEqual(['held'])
  expect(judged(watchExchangeOf('old', [gone], { from: '1', ...ended }))).toEqual(['held'])
})

test.each([
  ['another code', refusedRead('old', 400)],
  ['the end without a word', watchExchangeOf('old', [], { from: '1', ...ended })],
  ['what happens from now on', watchExchangeOf('old', [marker], { from: '1' })],
  [
    'a part of what came after, then 410',
    watchExchangeOf('old', [marker, gone], { from: '1', ...ended }),
  ],
])('%s breaks the rule', (_what, old) => {
  expect(judged(old)).toContain(says)
})

test('a watch from a new list continues after that list', () => {
  const law = 'A watch from a new list continues where the list ends.'
  expect(judged(refusedRead('old', 410), { rest: [bookmarkDocument('2'), marker] })).toEqual([
    'held',
  ])
  expect(judged(refusedRead('old', 410), { rest: [gone] })).toContain(law)
})

test('a version that is still kept, and a busy server, are inconclusive', () => {
  expect(
    judged(watchExchangeOf('old', [watchEventDocument('MODIFIED', a2), marker], { from: '1' })),
  ).toEqual(['preconditionUnmet'])
  expect(judged(watchExchangeOf('old', [], { from: '1' }))).toEqual(['preconditionUnmet'])
  expect(judged(refusedRead('old', 503))).toEqual(['preconditionUnmet'])
})
