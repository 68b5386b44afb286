import { expect, it } from 'vitest'
import { readPaces } from '../dsl/scenario.ts'
import type { Scenario } from '../dsl/scenario.ts'
import { statesReached, withMissingStates } from './reached-states.ts'
import { scenarioWith, concurrently, watch } from '../dsl/steps.ts'
import { exchangeOf, historyOfExchanges } from './test-history.ts'
import type { Exchange, Stream } from './history.ts'

const reached = (...exchanges: Exchange[]) => [
  ...statesReached(historyOfExchanges(...exchanges), scenarioWith()),
]
const about = { role: 'main' } as const

it('counts answers by method and class, and the codes that scenarios aim at', () => {
  expect(
    reached(
      exchangeOf('a', 200, {}),
      exchangeOf('b', 409, {}, { request: { method: 'PUT' } }),
      exchangeOf('c', 0, undefined, { problem: 'reset' }),
      exchangeOf('d', 0, undefined, { request: { method: 'compact', path: '' } }),
      exchangeOf('e', 0, undefined, { request: { method: 'PUT', path: '' } }),
    ),
  ).toEqual([
    'requests: GET 2xx',
    'requests: PUT 4xx',
    'requests: 409',
    'requests: no answer',
    'control: compact',
    'requests: not sent',
  ])
})

const list = (query: Record<string, string>, body: unknown, status = 200) =>
  reached(exchangeOf('a', status, body, { about, request: { query } })).slice(1)

it('counts which cells of the list table were reached', () => {
  expect(list({}, { items: [] })).toEqual(['list: version unset', 'list: empty'])
  expect(
    list(
      { resourceVersion: '0', resourceVersionMatch: 'NotOlderThan', labelSelector: 'a' },
      { items: [{}] },
    ),
  ).toEqual(['list: NotOlderThan, version 0', 'list: with a selector'])
  expect(
    list({ resourceVersion: 'x', resourceVersionMatch: 'x', continue: 'x' }, { items: [{}] }),
  ).toContain('list: another match, continue, version never given')
})

it('counts no list state for a single object or a refused list', () => {
  const one = { about: { role: 'main', name: 'x' } } as const

  expect(reached(exchangeOf('a', 200, { items: [] }, one))).toEqual(['requests: GET 2xx'])
  expect(reached(exchangeOf('a', 404, {}, { about }))).toEqual(['requests: GET 4xx'])
})

it('distinguishes pages by their position and whether they end the list', () => {
  const page = (query: Record<string, string>, items: number, token?: string) =>
    list(query, { items: Array(items).fill({}), metadata: { continue: token } }).at(-1)

  expect(page({ limit: '2' }, 2, 'x')).toBe('page: first of several')
  expect(page({ limit: '2', continue: 'x' }, 2, 'y')).toBe('page: in between')
  expect(page({ limit: '2', continue: 'y' }, 2)).toBe('page: last, full')
  expect(page({ limit: '2', continue: 'y' }, 1, '')).toBe('page: last, not full')
  expect(page({ limit: '2', continue: 'y' }, 0)).toBe('page: last, empty')
  expect(page({ limit: '2' }, 2)).toBe('page: only, full')
  expect(page({ limit: '2' }, 1)).toBe('page: only, not full')
})

it('counts what has expired: the version of a list, a token, the start of a watch', () => {
  expect(list({ resourceVersion: '7' }, {}, 410)).toContain('list: expired version')
  expect(list({ continue: 'x' }, {}, 410)).toContain('page: expired token')
  expect(list({ watch: '1', resourceVersion: '7' }, {}, 410)).toContain('watch: expired version')
  const gone = { type: 'ERROR', object: { kind: 'Status', code: 410 } }
  expect(reached(watched('1', [gone]))).toContain('watch: expired version')
})

it('distinguishes versions by their source and the writes since', () => {
  const made = exchangeOf('made', 201, versioned('7'), { about, request: { method: 'POST' } })
  const later = exchangeOf('later', 200, versioned('9'), {
    about,
    request: { method: 'PUT' },
    sentAt: 2,
    answeredAt: 3,
  })
  const elsewhere = { ...later, about: { role: 'core' } } as const
  const from = (resourceVersion: string | undefined, ...before: Exchange[]) =>
    reached(...before, watched(resourceVersion)).find(state => state.startsWith('watch: from'))

  expect(from(undefined, made)).toBe('watch: from version unset')
  expect(from('0', made)).toBe('watch: from version 0')
  expect(from('7', made)).toBe('watch: from version current')
  expect(from('7', made, elsewhere)).toBe('watch: from version current')
  expect(from('7', made, later)).toBe('watch: from version old')
  expect(from('9', made, later)).toBe('watch: from version current')
  expect(from('9000000', made, later)).toBe('watch: from version future')
  expect(from('8', made, later)).toBe('watch: from version never given')
  expect(from('8', made, { ...watched('7', [{ object: versioned('8') }]), sentAt: 4 })).toBe(
    'watch: from version current',
  )
})

it('counts the events and endings of watches, and no unknown event types', () => {
  const types = ['ADDED', 'ADDED', 'DELETED', 'PWNED'].map(type => ({ type, object: {} }))

  expect(reached(watched('0', types)).slice(1)).toEqual([
    'watch: from version 0',
    'watch: all namespaces',
    'watch: ADDED',
    'watch: DELETED',
    'watch: closed',
  ])
  expect(reached(watched('0'))).toContain('watch: without an event')
})

it('counts the readers of opened watches, also next to concurrent requests', () => {
  const scenario: Scenario = scenarioWith(
    watch('watch', 'main'),
    concurrently([watch('slow', 'main', { reader: 'slow' })], []),
    watch('refused', 'main', { reader: 'late' }),
  )
  const history = historyOfExchanges(
    watched('0'),
    { ...watched('0'), step: 'slow' },
    exchangeOf('refused', 400, {}, { about }),
  )

  expect([...statesReached(history, scenario)].filter(state => state.endsWith('reader'))).toEqual([
    'watch: steady reader',
    'watch: slow reader',
  ])
})

it('detects overlapping requests of different lanes', () => {
  const first = exchangeOf('a', 200, {}, { lane: 0, sentAt: 0, answeredAt: 5 })
  const within = exchangeOf('b', 200, {}, { lane: 1, sentAt: 4, answeredAt: 9 })
  const after = exchangeOf('b', 200, {}, { lane: 1, sentAt: 6, answeredAt: 9 })

  expect(reached(first, within)).toContain('requests: at the same time')
  expect(reached(first, after)).not.toContain('requests: at the same time')
})

it('names the states not reached in the areas that were reached', () => {
  const states = withMissingStates({ 'watch: late reader': 3, 'requests: GET 2xx': 7 })

  expect(Object.keys(states)).toEqual(Object.keys(states).toSorted())
  expect(states).toMatchObject({ 'watch: late reader': 3, 'watch: from version future': 0 })
  for (const reader of readPaces) expect(states).toHaveProperty([`watch: ${reader} reader`])
  expect(Object.keys(states).filter(state => state.startsWith('page'))).toEqual([])
})

const versioned = (resourceVersion: string) => ({ metadata: { resourceVersion } })

/** A watch of the collection from a version, sent at time 4, that received these documents. */
function watched(resourceVersion: string | undefined, documents: unknown[] = []): Exchange {
  const stream: Stream = {
    frames: documents.map(document => ({ receivedAt: 4, document })),
    separators: [],
    rest: '',
    end: { at: 9, how: 'closed' },
  }
  const query = { watch: '1', ...(resourceVersion === undefined ? {} : { resourceVersion }) }
  return exchangeOf('watch', 200, undefined, { about, stream, sentAt: 4, request: { query } })
}
