import { describe, expect, test } from 'vitest'
import type { Exchange, Stream } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  deletionTimestampIsNow,
  deletionTimestampIsSetOnce,
  markingIsDeliveredAsModified,
} from './deletion-times.ts'

const now = '2026-01-01T12:00:00Z'
const later = '2026-01-01T12:00:30Z'
const marked = (deletionTimestamp?: string, more: Record<string, unknown> = {}) => ({
  metadata: { name: 't-0-x', resourceVersion: '2', deletionTimestamp, ...more },
})
const object = exchangeOf('object', 200, { metadata: { name: 't-0-x', resourceVersion: '1' } })

const deletedAt = (date: string): Exchange => {
  const exchange = exchangeOf('deleted', 200, {})
  return exchange.answer
    ? { ...exchange, answer: { ...exchange.answer, headers: { date } } }
    : exchange
}

describe('the time of a deletion', () => {
  const judge = (mark: object): string[] =>
    observationTexts(
      deletionTimestampIsNow(
        historyOfExchanges(object, deletedAt(now), exchangeOf('marked', 200, mark)),
      ),
    )
  const says = 'deletionTimestamp is the time of the first delete.'

  test('is near the date of the response, plus the grace period', () => {
    expect(judge(marked(now))).toEqual(['held'])
    expect(judge(marked(later))).toContain(says)
    expect(judge(marked(later, { deletionGracePeriodSeconds: 30 }))).toEqual(['held'])
    expect(judge(marked())).toContain('The first delete sets deletionTimestamp.')
  })
})

test('is not changed by a later delete', () => {
  const judge = (after: string, sentAt = 5000): string[] =>
    observationTexts(
      deletionTimestampIsSetOnce(
        historyOfExchanges(
          object,
          deletedAt(now),
          exchangeOf('marked', 200, marked(now)),
          exchangeOf('again', 200, {}, { sentAt }),
          exchangeOf('after', 200, marked(after)),
        ),
      ),
    )

  expect(judge(now)).toEqual(['held'])
  expect(judge(later)).toEqual(['Another DELETE does not change deletionTimestamp.'])
  expect(judge(now, 500)).toEqual(['preconditionUnmet'])
})

test('a later delete does not remove an object with finalizers', () => {
  const judge = (finalizers: string[]): string[] =>
    observationTexts(
      deletionTimestampIsSetOnce(
        historyOfExchanges(
          object,
          deletedAt(now),
          exchangeOf('marked', 200, marked(now, { finalizers })),
          exchangeOf('again', 200, {}, { sentAt: 5000 }),
          exchangeOf('after', 404, {}),
        ),
      ),
    )

  expect(judge(['touchstone.example/a'])).toContain(
    'Another DELETE does not remove an object with finalizers.',
  )
  expect(judge([])).toEqual(['preconditionUnmet'])
})

describe('the deletion mark', () => {
  const judge = (type: string, eventObject: object, wait: Partial<Exchange> = {}): string[] => {
    const frames = [{ receivedAt: 1, document: { type, object: eventObject } }]
    const stream: Stream = { frames, separators: [], rest: '' }
    return observationTexts(
      markingIsDeliveredAsModified(
        historyOfExchanges(
          exchangeOf('start', 200),
          exchangeOf('watch', 200, undefined, { stream }),
          object,
          deletedAt(now),
          exchangeOf('marked', 200, marked(now)),
          exchangeOf('watch shows marked', 0, undefined, wait),
        ),
      ),
    )
  }
  const says = 'Setting deletionTimestamp produces a MODIFIED event.'

  test('is sent as a MODIFIED event that contains it', () => {
    expect(judge('MODIFIED', marked(now))).toEqual(['held'])
    expect(judge('DELETED', marked(now))).toContain(says)
    expect(judge('MODIFIED', marked())).toContain(says)
    expect(judge('MODIFIED', marked(now), { problem: 'nothing came for 5000 ms' })).toContain(says)
  })
})
