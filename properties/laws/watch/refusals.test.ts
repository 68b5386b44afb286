import { expect, test } from 'vitest'
import { historyOfWrites, listedObject, observationTexts } from '../../history/test-writes.ts'
import { watchEventDocument, watchExchangeOf } from '../../history/test-watches.ts'
import { requireStreams, watchIsRefused } from './refusals.ts'

const says = 'It is invalid.'
const event = watchEventDocument('ADDED', listedObject('a', '1'))
const judged = (watch: ReturnType<typeof watchExchangeOf>): string[] =>
  observationTexts(watchIsRefused(historyOfWrites([watch]), 'faulty', says))

/** Returns a watch that was answered without a stream. */
const answered =
  (status: number): ReturnType<typeof watchExchangeOf> =>
  position => {
    const { stream: _, ...exchange } = watchExchangeOf('faulty', [])(position)
    return { ...exchange, answer: { status, headers: {}, text: '', body: undefined } }
  }

test('a watch is refused with a 4xx, or with an error as its only event', () => {
  expect(judged(answered(422))).toEqual(['held'])
  expect(judged(watchExchangeOf('faulty', [watchEventDocument('ERROR', { code: 422 })]))).toEqual([
    'held',
  ])
})

test('a stream is not a refusal', () => {
  expect(judged(watchExchangeOf('faulty', [event]))).toEqual([says])
  expect(judged(watchExchangeOf('faulty', []))).toEqual([says])
})

test('a server that is not ready is inconclusive', () => {
  expect(judged(answered(429))).toContain('preconditionUnmet')
  expect(judged(answered(503))).toContain('preconditionUnmet')
})

test('a valid twin has to show an event', () => {
  expect(
    observationTexts(requireStreams(historyOfWrites([watchExchangeOf('sound', [event])]), 'sound')),
  ).toEqual([])
  expect(
    observationTexts(requireStreams(historyOfWrites([watchExchangeOf('sound', [])]), 'sound')),
  ).toEqual(['preconditionUnmet'])
  expect(observationTexts(requireStreams(historyOfWrites([answered(422)]), 'faulty'))).toEqual([
    'preconditionUnmet',
  ])
})
