import { expect, test } from 'vitest'
import type { History } from '../../history/history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { creationTimestampIsNow } from './timestamps.ts'

const near = 'creationTimestamp is a time near the request.'

test.each([
  ['the second of the answer', '12:00:10', 0, 'held'],
  ['two seconds before it', '12:00:08', 0, 'held'],
  ['three seconds before it', '12:00:07', 0, near],
  ['five seconds before an answer that took three', '12:00:05', 3000, 'held'],
  ['six seconds before an answer that took three', '12:00:04', 3000, near],
  ['the time zero', '00:00:00', 3000, near],
])('a creation time of %s: %s', (_, time, tookMs, wanted) => {
  expect(observationTexts(creationTimestampIsNow(createdAt(time, tookMs), 'object'))).toContain(
    wanted,
  )
})

const createdAt = (time: string, tookMs: number): History =>
  ({
    exchanges: [
      {
        step: 'object',
        request: { method: 'POST', path: '/objects', query: {}, headers: {}, who: 'admin' },
        sentAt: 5,
        answeredAt: 5 + tookMs,
        answer: {
          status: 201,
          headers: { date: 'Fri, 31 Jan 2025 12:00:10 GMT' },
          text: '',
          body: { metadata: { creationTimestamp: `2025-01-31T${time}Z` } },
        },
      },
    ],
  }) as unknown as History
