import { expect, test } from 'vitest'
import type { Stream } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { firstWatchThatDelivered } from './custom-watches.ts'

const says = 'A watch can start from a version that the server returned a moment ago.'
const gone = { type: 'ERROR', object: { kind: 'Status', metadata: {}, code: 410 } }

const streamOf = (documents: unknown[], end?: Stream['end']): Stream => ({
  frames: documents.map(document => ({ document, receivedAt: 0 })),
  separators: [],
  rest: '',
  ...(end ? { end } : {}),
})

const open = streamOf([])
const cut = streamOf([], { at: 1, how: 'ended' })

/** Judges two watches, each a stream or a refusal code. One of them may wait in vain. */
const judged = (first: Stream | number, second: Stream | number) => {
  const exchanges = [first, second].flatMap((one, index) => {
    const label = index === 0 ? 'watch' : 'watch again'
    const problem = one === cut ? { problem: 'the stream ended before it was shown' } : {}
    return [
      typeof one === 'number'
        ? exchangeOf(label, one)
        : exchangeOf(label, 200, undefined, { stream: one }),
      exchangeOf(`${label} shows x`, 0, undefined, problem),
    ]
  })
  return observationTexts(
    firstWatchThatDelivered(historyOfExchanges(...exchanges), 'watch', 'shows x'),
  )
}

test('one version that is no longer kept is allowed, and two are inconclusive', () => {
  expect(judged(410, open)).toEqual(['held'])
  expect(judged(streamOf([gone]), open)).toEqual(['held'])
  expect(judged(410, 410)).toEqual(['preconditionUnmet'])
  expect(judged(streamOf([gone]), streamOf([gone]))).toEqual(['preconditionUnmet'])
})

test('a refusal for another reason violates the rule, unless it is 503', () => {
  expect(judged(404, 404)).toEqual([says])
  expect(judged(503, 503)).toEqual(['preconditionUnmet'])
})

test('one stream that ends early is allowed, and two are inconclusive', () => {
  expect(judged(cut, open)).toEqual(['held'])
  expect(judged(cut, cut)).toEqual(['held', 'preconditionUnmet'])
})
