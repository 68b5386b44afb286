import { expect, test } from 'vitest'
import type { Exchange, History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import {
  historyOfWrites,
  listedObject,
  refusedRead,
  observationTexts,
} from '../../history/test-writes.ts'
import { watchEventDocument, awaitExchangeOf, watchExchangeOf } from '../../history/test-watches.ts'
import { timedOutWatchEndsCleanly, errorEventsAreLast, watchFailsInStream } from './error-shape.ts'

const status = { metadata: {}, kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'old' }
const gone = watchEventDocument('ERROR', { ...status, reason: 'Expired', code: 410 })
const event = watchEventDocument('ADDED', listedObject('a', '1'))
const says = 'It is too old.'

const judged = (
  watch: ReturnType<typeof watchExchangeOf>,
  law: (history: History) => Iterable<Observation>,
  problem?: string,
) => observationTexts(law(historyOfWrites([watch, awaitExchangeOf('watch ends', problem)])))

const ended = { end: 'ended' } as const
const expired = watchFailsInStream('watch', 'watch ends', { code: 410, reason: 'Expired' }, says)
const tooLarge = watchFailsInStream(
  'watch',
  'watch ends',
  { code: 504, reason: 'Timeout', cause: 'ResourceVersionTooLarge' },
  says,
)

test('a watch fails with an ERROR event that has a reason, and then ends', () => {
  expect(judged(watchExchangeOf('watch', [gone], ended), expired)).toEqual(['held'])
})

test('a cause is required if there is one', () => {
  const causes = [{ reason: 'ResourceVersionTooLarge' }]
  const late = { ...status, reason: 'Timeout', code: 504 }
  const whole = watchEventDocument('ERROR', { ...late, details: { causes } })
  expect(judged(watchExchangeOf('watch', [whole], ended), tooLarge)).toEqual(['held'])
  expect(
    judged(watchExchangeOf('watch', [watchEventDocument('ERROR', late)], ended), tooLarge),
  ).toContain('The Status of an ERROR event says why the watch ends.')
})

test.each([
  ['an answer that is no stream', refusedRead('watch', 410), says],
  ['an event', watchExchangeOf('watch', [event], ended), says],
  ['the end without a word', watchExchangeOf('watch', [], ended), says],
  [
    'another reason',
    watchExchangeOf(
      'watch',
      [watchEventDocument('ERROR', { ...status, reason: 'Gone', code: 410 })],
      ended,
    ),
    'The Status of an ERROR event says why the watch ends.',
  ],
  [
    'an event after it',
    watchExchangeOf('watch', [gone, event], ended),
    'Nothing follows an ERROR event.',
  ],
])('%s is not a valid failure of a watch', (_what, watch, broken) => {
  expect(judged(watch, expired)).toContain(broken)
})

test('a busy server, a stream without events and an open stream are inconclusive', () => {
  expect(judged(refusedRead('watch', 503), expired)).toEqual(['preconditionUnmet'])
  expect(judged(watchExchangeOf('watch', []), expired)).toEqual(['held', 'preconditionUnmet'])
  expect(judged(watchExchangeOf('watch', [gone]), expired, 'it is still open')).toEqual([
    'held',
    'preconditionUnmet',
  ])
})

test('an ERROR event contains the complete Status of a failure', () => {
  const { message: _, ...half } = status
  expect(judged(watchExchangeOf('watch', [event, gone]), errorEventsAreLast)).toEqual(['held'])
  expect(judged(watchExchangeOf('watch', [event]), errorEventsAreLast)).toEqual([])
  expect(
    judged(
      watchExchangeOf('watch', [watchEventDocument('ERROR', { ...half, code: 410 })]),
      errorEventsAreLast,
    ),
  ).toContain('The object of an ERROR event is the Status of a failure.')
})

test('a watch that times out ends after a complete document, without an error', () => {
  const says = 'A watch that times out ends without an error, and after a complete document.'
  const law = timedOutWatchEndsCleanly('watch', 'watch ends')
  const cut = (position: number): Exchange => {
    const watch = watchExchangeOf('watch', [event], ended)(position)
    return { ...watch, stream: { ...watch.stream, rest: '{"type"' } as Exchange['stream'] & {} }
  }
  expect(judged(watchExchangeOf('watch', [event], ended), law)).toEqual(['held'])
  expect(judged(watchExchangeOf('watch', [event], { end: 'broken' }), law)).toEqual([says])
  expect(judged(watchExchangeOf('watch', [event, gone], ended), law)).toEqual([says])
  expect(judged(cut, law)).toEqual([says])
  expect(judged(watchExchangeOf('watch', [event]), law, 'it is still open')).toEqual([
    'preconditionUnmet',
  ])
})
