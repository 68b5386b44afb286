import { expect, test } from 'vitest'
import type { Exchange, History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { historyOf, object, refusedRead, verdictsOf } from '../../history/written.ts'
import { told, waited, watched } from '../../history/written-watch.ts'
import { endsCleanly, errorsAreLast, failsInStream } from './error-shape.ts'

const status = { metadata: {}, kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'old' }
const gone = told('ERROR', { ...status, reason: 'Expired', code: 410 })
const event = told('ADDED', object('a', '1'))
const says = 'It is too old.'

const judged = (
  watch: ReturnType<typeof watched>,
  law: (history: History) => Iterable<Observation>,
  problem?: string,
) => verdictsOf(law(historyOf([watch, waited('watch ends', problem)])))

const ended = { end: 'ended' } as const
const expired = failsInStream('watch', 'watch ends', { code: 410, reason: 'Expired' }, says)
const tooLarge = failsInStream(
  'watch',
  'watch ends',
  { code: 504, reason: 'Timeout', cause: 'ResourceVersionTooLarge' },
  says,
)

test('an ERROR that says why, and then the end, is how a watch fails', () => {
  expect(judged(watched('watch', [gone], ended), expired)).toEqual(['held'])
})

test('a cause is wanted where there is one', () => {
  const causes = [{ reason: 'ResourceVersionTooLarge' }]
  const late = { ...status, reason: 'Timeout', code: 504 }
  const whole = told('ERROR', { ...late, details: { causes } })
  expect(judged(watched('watch', [whole], ended), tooLarge)).toEqual(['held'])
  expect(judged(watched('watch', [told('ERROR', late)], ended), tooLarge)).toContain(
    'The Status of an ERROR event says why the watch ends.',
  )
})

test.each([
  ['an answer that is no stream', refusedRead('watch', 410), says],
  ['an event', watched('watch', [event], ended), says],
  ['the end without a word', watched('watch', [], ended), says],
  [
    'another reason',
    watched('watch', [told('ERROR', { ...status, reason: 'Gone', code: 410 })], ended),
    'The Status of an ERROR event says why the watch ends.',
  ],
  [
    'an event after it',
    watched('watch', [gone, event], ended),
    'Nothing comes after an ERROR event.',
  ],
])('%s is not how a watch fails', (_what, watch, broken) => {
  expect(judged(watch, expired)).toContain(broken)
})

test('a server that is busy, a stream that tells nothing yet, and an open one say nothing', () => {
  expect(judged(refusedRead('watch', 503), expired)).toEqual(['unmet'])
  expect(judged(watched('watch', []), expired)).toEqual(['held', 'unmet'])
  expect(judged(watched('watch', [gone]), expired, 'it is still open')).toEqual(['held', 'unmet'])
})

test('an ERROR holds the whole Status of a failure', () => {
  const { message: _, ...half } = status
  expect(judged(watched('watch', [event, gone]), errorsAreLast)).toEqual(['held'])
  expect(judged(watched('watch', [event]), errorsAreLast)).toEqual([])
  expect(
    judged(watched('watch', [told('ERROR', { ...half, code: 410 })]), errorsAreLast),
  ).toContain('The object of an ERROR event is the Status of a failure.')
})

test('a watch whose time is over ends behind a whole document, without an error', () => {
  const says = 'A watch whose time is over ends without an error and not within a document.'
  const law = endsCleanly('watch', 'watch ends')
  const cut = (position: number): Exchange => {
    const watch = watched('watch', [event], ended)(position)
    return { ...watch, stream: { ...watch.stream, rest: '{"type"' } as Exchange['stream'] & {} }
  }
  expect(judged(watched('watch', [event], ended), law)).toEqual(['held'])
  expect(judged(watched('watch', [event], { end: 'broken' }), law)).toEqual([says])
  expect(judged(watched('watch', [event, gone], ended), law)).toEqual([says])
  expect(judged(cut, law)).toEqual([says])
  expect(judged(watched('watch', [event]), law, 'it is still open')).toEqual(['unmet'])
})
