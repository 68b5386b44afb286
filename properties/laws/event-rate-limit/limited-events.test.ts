import { expect, it } from 'vitest'

import { inOldVersion, onSetup } from '../../dsl/setup-names.ts'
import type { Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import type { Observation } from '../../history/observation.ts'
import {
  actsAsUsers,
  eventsFollowLimits,
  refusalIsNoted,
  someEventIsRefused,
} from './limited-events.ts'

// A burst of three events, and one event a second.
const setup = 'limits in a file'

/** An event that was sent at a time, in milliseconds, and answered within one. */
const event = (step: string, status: number, ms = 0, server: string = setup): Exchange =>
  exchangeOf(step, status, undefined, {
    sentAt: ms,
    answeredAt: ms + 1,
    request: {
      method: 'POST',
      path: '/api/v1/namespaces/a/events',
      server: onSetup(server),
      body: '{}',
    },
  })

const events = (...statuses: number[]) =>
  statuses.map((status, index) => event(`event ${index}`, status, index))

const judged = (...exchanges: Exchange[]): string[] =>
  kinds(
    eventsFollowLimits({ setup, says: 's', judged: 'event', evidence: { refused: 1 } })(
      historyOfExchanges(...exchanges),
    ),
  )

const kinds = (observations: Iterable<Observation>): string[] =>
  Array.from(observations, ({ kind }) => kind)

it('holds for a burst and refusals beyond it', () => {
  expect(judged(...events(201, 201, 201, 429, 403, 503))).toEqual(Array(6).fill('held'))
})

it('is violated by a refusal within the burst', () => {
  expect(judged(...events(201, 201, 429))).toEqual(['held', 'held', 'violated'])
})

it('is violated by more events than the burst and a second allow', () => {
  expect(judged(...events(201, 201, 201, 201, 201))).toEqual([
    ...Array<string>(4).fill('held'),
    'violated',
  ])
})

it('is violated by a refusal after there was time to add a token', () => {
  const later = event('event later', 429, 2100)

  expect(judged(...events(201, 201, 201, 429), later).at(-1)).toBe('violated')
})

it('is inconclusive without refusals, without an admitted event, or after a lost request', () => {
  expect(judged(...events(201, 201, 201)).at(0)).toBe('preconditionUnmet')
  expect(judged(...events(429, 429)).at(0)).toBe('preconditionUnmet')
  expect(judged(...events(201, 500, 429)).at(0)).toBe('preconditionUnmet')
})

it('separates the events of the two servers of a setup', () => {
  const old = [0, 1, 2].map(index => event(`event old ${index}`, 201, 9, inOldVersion(setup)))

  expect(judged(...events(201, 201, 201, 429), ...old)).toEqual(Array(7).fill('held'))
})

it('reports that limits have no effect', () => {
  const law = someEventIsRefused(setup, 'event', 's')

  expect(kinds(law(historyOfExchanges(...events(201, 201, 201, 201, 201))))).toEqual(['violated'])
  expect(kinds(law(historyOfExchanges(...events(201, 201, 201, 429))))).toEqual(['held'])
  expect(kinds(law(historyOfExchanges(...events(201, 201))))[0]).toBe('preconditionUnmet')
})

it('does not apply to a server that ignores impersonation', () => {
  const review = (name: string) =>
    historyOfExchanges(exchangeOf('user ada', 201, { status: { userInfo: { username: name } } }))

  expect(kinds(actsAsUsers(review('admin'), 'ada'))).toEqual(['notApplicable'])
  expect(kinds(actsAsUsers(review('t-0-ada'), 'ada'))).toEqual([])
})

it('records the status of refused events', () => {
  expect([...refusalIsNoted(historyOfExchanges(...events(201, 429)))]).toEqual([
    { kind: 'recorded', what: 'an event beyond a limit: 429 without Retry-After' },
  ])
})
