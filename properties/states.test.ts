import { expect, it } from 'vitest'
import { statesReached } from './states.ts'
import { exchangeOf, historyOf } from './test-history.ts'
import type { Exchange } from './history.ts'

const reached = (...exchanges: Exchange[]) => [...statesReached(historyOf(...exchanges))]

it('counts answers by method and class, and the codes that scenarios aim at', () => {
  expect(
    reached(
      exchangeOf('a', 200, {}),
      exchangeOf('b', 409, {}, { request: { method: 'PUT' } }),
      exchangeOf('c', 0, undefined, { problem: 'reset' }),
      exchangeOf('d', 0, undefined, { request: { method: 'compact', path: '' } }),
    ),
  ).toEqual(['GET 2xx', 'PUT 4xx', '409', 'no answer', 'control: compact'])
})

it('counts which cells of the list table were reached', () => {
  const list = (query: Record<string, string>, body: unknown) =>
    reached(exchangeOf('a', 200, body, { about: { role: 'main' }, request: { query } }))

  expect(list({}, { items: [] })).toEqual([
    'GET 2xx',
    'list: match unset, no limit, version unset',
    'list: empty',
  ])
  expect(
    list(
      {
        resourceVersion: '0',
        resourceVersionMatch: 'NotOlderThan',
        limit: '1',
        labelSelector: 'a',
      },
      { items: [{}], metadata: { continue: 'x' } },
    ),
  ).toEqual([
    'GET 2xx',
    'list: match NotOlderThan, limit, version 0',
    'list: incomplete',
    'list: with a selector',
  ])
  expect(list({ resourceVersion: '7', continue: 'x' }, { items: [{}] })).toContain(
    'list: match unset, continue, version other',
  )
})

it('counts no list state for one object or a refused list', () => {
  const about = { role: 'main', name: 'x' } as const

  expect(reached(exchangeOf('a', 200, { items: [] }, { about }))).toEqual(['GET 2xx'])
  expect(reached(exchangeOf('a', 404, {}, { about: { role: 'main' } }))).toEqual(['GET 4xx'])
})

it('sees that requests of different lanes overlapped', () => {
  const first = exchangeOf('a', 200, {}, { lane: 0, sentAt: 0, answeredAt: 5 })
  const within = exchangeOf('b', 200, {}, { lane: 1, sentAt: 4, answeredAt: 9 })
  const after = exchangeOf('b', 200, {}, { lane: 1, sentAt: 6, answeredAt: 9 })

  expect(reached(first, within)).toContain('requests at the same time')
  expect(reached(first, after)).not.toContain('requests at the same time')
})
