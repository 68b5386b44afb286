import { expect, it } from 'vitest'

import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import type { History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { microTimesAreInOrder, stagesAreDistinct } from './event-members.ts'
import { eventsOf, lastEventOf, records, requireSuccess } from './recorded-events.ts'

const kinds = (observations: Iterable<Observation>): string[] =>
  Array.from(observations, ({ kind }) => kind)

/** An event of the request with a label, in the case `t-0-`. */
const event = (label: string, more: object = {}) => ({
  userAgent: `touchstone/t-0-${label}`,
  ...more,
})

const historyWith = (...events: object[]): History =>
  historyOfExchanges(
    exchangeOf('one', 404),
    exchangeOf('two', 200),
    exchangeOf('events', 200, { events }),
  )

const isRecorded = records('s', { recorded: ['one'], unrecorded: ['two'] })

it('finds the events of a request by its User-Agent', () => {
  const last = event('one', { stage: 'b', responseStatus: {} })
  const history = historyWith(event('one', { stage: 'a' }), last, event('two'), { userAgent: 'x' })

  expect(eventsOf(history, 'one')).toHaveLength(2)
  expect(lastEventOf(history, 'one')).toEqual(last)
})

it('holds if exactly the expected requests are recorded', () => {
  const control = event('marker')

  expect(kinds(isRecorded(historyWith(control, event('one'))))).toEqual(['held', 'held'])
  expect(kinds(isRecorded(historyWith(control, event('two'))))).toEqual(['violated', 'violated'])
})

it('is inconclusive if no events are recorded, or those of all users', () => {
  expect(kinds(isRecorded(historyWith(event('one'))))[0]).toBe('preconditionUnmet')
  expect(kinds(isRecorded(historyWith(event('marker'), event('stranger'))))[0]).toBe(
    'preconditionUnmet',
  )
})

it('accepts an existing namespace in place of a created one', () => {
  const history = historyOfExchanges(exchangeOf('namespace a', 409), exchangeOf('b', 409))

  expect(kinds(requireSuccess(history, 'namespace a'))).toEqual([])
  expect(kinds(requireSuccess(history, 'b'))).toEqual(['preconditionUnmet'])
})

it.each([
  [['a', 'b'], 'held'],
  [['a'], 'violated'],
  [['a', 'b', 'a'], 'violated'],
])('judges the stages %j', (stages, kind) => {
  const history = historyWith(...stages.map(stage => event('one', { stage })))

  expect(kinds(stagesAreDistinct(history, 'one'))).toEqual([kind])
})

it.each([
  ['2026-01-01T00:00:00.000001Z', '2026-01-01T00:00:00.000001Z', 'held'],
  ['2026-01-01T00:00:00.000002Z', '2026-01-01T00:00:00.000001Z', 'violated'],
  ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', 'violated'],
  ['2026-01-01T00:00:00.999999Z', '2026-01-01T01:00:01.000000+01:00', 'held'],
])('judges a request that was received at %s and its stage at %s', (received, reached, kind) => {
  const times = { requestReceivedTimestamp: received, stageTimestamp: reached }

  expect(kinds(microTimesAreInOrder(historyWith(event('one', times)), ['one']))).toEqual([kind])
})
