import { expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  observationTexts,
} from '../../history/test-writes.ts'
import {
  bookmarkDocument,
  watchEventDocument,
  watchExchangeOf,
} from '../../history/test-watches.ts'
import {
  isStateWatch,
  serverEnd,
  isInWatchScope,
  changesAfterState,
  requireWatch,
} from './watch-stream.ts'
import type { WatchExchange } from './watch-stream.ts'

const a1 = listedObject('a', '1', { labels: { shade: 'dark' } })
const watch = (query: Record<string, string>, events: unknown[] = []) =>
  watchExchangeOf('watch', events, { query })(0) as WatchExchange

test('a watch that was not answered with a stream is inconclusive', () => {
  expect(
    observationTexts(requireWatch(historyOfWrites([listAnswer('watch', [])]), 'watch')),
  ).toEqual(['preconditionUnmet'])
  expect(
    observationTexts(requireWatch(historyOfWrites([watchExchangeOf('watch', [])]), 'watch')),
  ).toEqual([])
})

test.each([
  [{}, true],
  [{ labelSelector: 'shade=dark' }, true],
  [{ labelSelector: 'shade=light' }, false],
  [{ fieldSelector: 'metadata.name=own-a' }, true],
  [{ fieldSelector: 'metadata.name=own-a,metadata.namespace=n0' }, false],
])('an object in a namespace is selected by %o: %s', (query, is) => {
  expect(isInWatchScope(a1, watch(query))).toBe(is)
  expect(isInWatchScope(listedObject('a', '1', { namespace: 'n0' }), watch(query))).toBe(false)
})

test.each([
  [{}, true],
  [{ resourceVersion: '0' }, true],
  [{ resourceVersion: '7' }, false],
  [{ resourceVersion: '7', sendInitialEvents: 'true' }, true],
  [{ sendInitialEvents: 'false' }, false],
])('a watch with %o starts with an initial state: %s', (query, begins) => {
  expect(isStateWatch(watch(query))).toBe(begins)
})

test('the tail starts after a bookmark, or at the first event that is not ADDED', () => {
  const [added, changed] = [
    watchEventDocument('ADDED', a1),
    watchEventDocument('MODIFIED', listedObject('a', '2')),
  ]
  const tail = (query: Record<string, string>, events: unknown[]) =>
    changesAfterState(historyOfWrites([]), watch(query, events)).map(({ type }) => type)

  expect(tail({}, [added, added])).toEqual([])
  expect(tail({}, [added, changed, added])).toEqual(['MODIFIED', 'ADDED'])
  expect(tail({}, [added, bookmarkDocument('1'), added])).toEqual(['ADDED'])
  expect(tail({ resourceVersion: '1' }, [added, changed])).toEqual(['ADDED', 'MODIFIED'])
})

test('a stream that its client closed has no end of the server', () => {
  const ended = (how: 'closed' | 'ended') =>
    watchExchangeOf('watch', [], { end: how })(0) as Exchange
  expect(serverEnd((ended('closed') as WatchExchange).stream)).toBeUndefined()
  expect(serverEnd((ended('ended') as WatchExchange).stream)).toEqual({ at: 1000, how: 'ended' })
})
