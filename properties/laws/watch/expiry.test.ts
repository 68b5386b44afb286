import { expect, test } from 'vitest'
import {
  historyOf,
  labelled,
  listed,
  object,
  refusedRead,
  verdictsOf,
  wrote,
} from '../../history/written.ts'
import { bookmark, told, waited, watched } from '../../history/written-watch.ts'
import { isGone } from './expiry.ts'

const [a1, a2] = [object('a', '1'), object('a', '2')]
const end = object('end', '3')
const status = { metadata: {}, kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'old' }
const gone = told('ERROR', { ...status, reason: 'Expired', code: 410 })
const marker = told('ADDED', end)

const says = 'A version that is no longer kept is answered 410.'
const ended = { end: 'ended' } as const

/** The version before a2 is gone; a new list shows a2, and `rest` goes on from there. */
const judged = (
  old: ReturnType<typeof watched>,
  { rest = [marker], problem }: { rest?: unknown[]; problem?: string } = {},
) =>
  verdictsOf(
    isGone({ old: 'old', lost: 'lost', list: 'list', rest: 'rest', waits: ['wait'] })(
      historyOf([
        wrote(a1),
        labelled('lost', wrote(a2, { basedOn: '1' })),
        old,
        listed('list', [a2], { version: '2' }),
        watched('rest', rest, { from: '2' }),
        labelled('marker', wrote(end)),
        waited('wait', problem),
      ]),
    ),
  )

test('410 may be the code of HTTP or of the event that the stream begins with', () => {
  expect(judged(refusedRead('old', 410))).toEqual(['held'])
  expect(judged(watched('old', [gone], { from: '1', ...ended }))).toEqual(['held'])
})

test.each([
  ['another code', refusedRead('old', 400)],
  ['the end without a word', watched('old', [], { from: '1', ...ended })],
  ['what happens from now on', watched('old', [marker], { from: '1' })],
  ['a part of what came after, then 410', watched('old', [marker, gone], { from: '1', ...ended })],
])('%s breaks the rule', (_what, old) => {
  expect(judged(old)).toContain(says)
})

test('who lists anew can go on from there', () => {
  const law = 'A watch from a new list goes on where the list ends.'
  expect(judged(refusedRead('old', 410), { rest: [bookmark('2'), marker] })).toEqual(['held'])
  expect(judged(refusedRead('old', 410), { rest: [gone] })).toContain(law)
})

test('a version that is still kept, and a busy server, say nothing', () => {
  expect(judged(watched('old', [told('MODIFIED', a2), marker], { from: '1' }))).toEqual(['unmet'])
  expect(judged(watched('old', [], { from: '1' }))).toEqual(['unmet'])
  expect(judged(refusedRead('old', 503))).toEqual(['unmet'])
})
