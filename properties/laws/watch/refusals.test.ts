import { expect, test } from 'vitest'
import { historyOf, object, verdictsOf } from '../../history/written.ts'
import { told, watched } from '../../history/written-watch.ts'
import { streamed, watchIsRefused } from './refusals.ts'

const says = 'It is invalid.'
const event = told('ADDED', object('a', '1'))
const judged = (watch: ReturnType<typeof watched>): string[] =>
  verdictsOf(watchIsRefused(historyOf([watch]), 'faulty', says))

/** A watch that was answered without a stream. */
const answered =
  (status: number): ReturnType<typeof watched> =>
  position => {
    const { stream: _, ...exchange } = watched('faulty', [])(position)
    return { ...exchange, answer: { status, headers: {}, text: '', body: undefined } }
  }

test('a watch is refused with a 4xx, or with an error for its only event', () => {
  expect(judged(answered(422))).toEqual(['held'])
  expect(judged(watched('faulty', [told('ERROR', { code: 422 })]))).toEqual(['held'])
})

test('a stream is no refusal', () => {
  expect(judged(watched('faulty', [event]))).toEqual([says])
  expect(judged(watched('faulty', []))).toEqual([says])
})

test('a server that is not ready says nothing', () => {
  expect(judged(answered(429))).toContain('unmet')
  expect(judged(answered(503))).toContain('unmet')
})

test('a sound twin tells something', () => {
  expect(verdictsOf(streamed(historyOf([watched('sound', [event])]), 'sound'))).toEqual([])
  expect(verdictsOf(streamed(historyOf([watched('sound', [])]), 'sound'))).toEqual(['unmet'])
  expect(verdictsOf(streamed(historyOf([answered(422)]), 'faulty'))).toEqual(['unmet'])
})
