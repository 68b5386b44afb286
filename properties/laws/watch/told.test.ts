import { expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import { historyOf, listed, object, verdictsOf } from '../../history/written.ts'
import { bookmark, told, watched } from '../../history/written-watch.ts'
import { beginsWithState, endOf, isSelected, tailOf, watchAt } from './told.ts'
import type { Watched } from './told.ts'

const a1 = object('a', '1', { labels: { shade: 'dark' } })
const watch = (query: Record<string, string>, events: unknown[] = []) =>
  watched('watch', events, { query })(0) as Watched

test('a watch that was not answered with a stream says nothing', () => {
  expect(verdictsOf(watchAt(historyOf([listed('watch', [])]), 'watch'))).toEqual(['unmet'])
  expect(verdictsOf(watchAt(historyOf([watched('watch', [])]), 'watch'))).toEqual([])
})

test.each([
  [{}, true],
  [{ labelSelector: 'shade=dark' }, true],
  [{ labelSelector: 'shade=light' }, false],
  [{ fieldSelector: 'metadata.name=own-a' }, true],
  [{ fieldSelector: 'metadata.name=own-a,metadata.namespace=n0' }, false],
])('an object in a namespace is selected by %o: %s', (query, is) => {
  expect(isSelected(a1, watch(query))).toBe(is)
  expect(isSelected(object('a', '1', { namespace: 'n0' }), watch(query))).toBe(false)
})

test.each([
  [{}, true],
  [{ resourceVersion: '0' }, true],
  [{ resourceVersion: '7' }, false],
  [{ resourceVersion: '7', sendInitialEvents: 'true' }, true],
  [{ sendInitialEvents: 'false' }, false],
])('a watch with %o begins with a state: %s', (query, begins) => {
  expect(beginsWithState(watch(query))).toBe(begins)
})

test('the tail begins behind a bookmark, or where something is not ADDED', () => {
  const [added, changed] = [told('ADDED', a1), told('MODIFIED', object('a', '2'))]
  const tail = (query: Record<string, string>, events: unknown[]) =>
    tailOf(historyOf([]), watch(query, events)).map(({ type }) => type)

  expect(tail({}, [added, added])).toEqual([])
  expect(tail({}, [added, changed, added])).toEqual(['MODIFIED', 'ADDED'])
  expect(tail({}, [added, bookmark('1'), added])).toEqual(['ADDED'])
  expect(tail({ resourceVersion: '1' }, [added, changed])).toEqual(['ADDED', 'MODIFIED'])
})

test('a stream that its client left has no end of its own', () => {
  const ended = (how: 'closed' | 'ended') => watched('watch', [], { end: how })(0) as Exchange
  expect(endOf((ended('closed') as Watched).stream)).toBeUndefined()
  expect(endOf((ended('ended') as Watched).stream)).toEqual({ at: 1000, how: 'ended' })
})
