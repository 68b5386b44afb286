import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  reviewComesBackAnswered,
  evictionDeletesThePod,
  reviewIsRepeatable,
} from './virtual-types.ts'

type Answer = [status: number, body?: object]

const spec = { user: 'somebody' }
const answered = { kind: 'SubjectAccessReview', spec, status: { allowed: false } }

const reviewLaw = (status: number, body: object): string[] => {
  const request = { method: 'POST', body: JSON.stringify({ spec }) }
  return observationTexts(
    reviewComesBackAnswered(historyOfExchanges(exchangeOf('review', status, body, { request }))),
  )
}

test('a review is returned as it was sent, with its status', () => {
  expect(reviewLaw(201, answered)).toEqual(['held'])
  expect(reviewLaw(403, { kind: 'Status' })).toEqual(['preconditionUnmet'])
  expect(reviewLaw(404, { kind: 'Status' })).toContain('A permission check returns the review.')
  expect(reviewLaw(201, { ...answered, kind: 'Status' })).toEqual([
    'A permission check returns the review.',
    'held',
  ])
  for (const status of [undefined, null, {}, 'Success'])
    expect(reviewLaw(201, { ...answered, status })).toEqual([
      'held',
      'A permission check fills the status of the review.',
    ])
  expect(reviewLaw(201, { ...answered, spec: { user: 'other' } })).toEqual([
    'held',
    'The returned review is the one that was sent.',
  ])
})

test('a review can be repeated, and is not stored', () => {
  const judge = (second: number, kept: Answer): string[] =>
    observationTexts(
      reviewIsRepeatable(
        historyOfExchanges(
          exchangeOf('first', 201),
          exchangeOf('second', second),
          exchangeOf('kept', ...kept),
        ),
      ),
    )

  const listOf = (name: string): Answer => [200, { items: [{ spec: { name } }] }]

  expect(judge(201, [405])).toEqual(['held'])
  expect(judge(201, listOf('of-another'))).toEqual(['held'])
  expect(judge(201, listOf('t-0-x'))).toEqual(['held', 'Reviews are not stored.'])
  expect(judge(409, [405])).toEqual([
    'held',
    'A review without a name is accepted, also repeatedly.',
  ])
  expect(judge(503, [405])).toEqual(['held', 'preconditionUnmet'])
})

const podOf = (uid: string, more: object = {}) => ({ metadata: { name: 't-0-x', uid, ...more } })

const evictionLaw = (after: Answer, evicted = 201, pods: object[] = []): string[] =>
  observationTexts(
    evictionDeletesThePod(
      historyOfExchanges(
        exchangeOf('pod', 201, podOf('p')),
        exchangeOf('evicted', evicted),
        exchangeOf('after', ...after),
        exchangeOf('pods', 200, { metadata: {}, items: pods }),
        exchangeOf('evictions', 404),
      ),
    ),
  )

const starts = 'The eviction of a pod starts its deletion.'
const isNone = 'No object is stored for an eviction.'

test('an eviction deletes its pod, immediately or gracefully', () => {
  const finalizing = podOf('p', { deletionTimestamp: '2026-01-01T00:00:00Z' })

  expect(evictionLaw([404])).toEqual(['held'])
  expect(evictionLaw([200, finalizing], 201, [finalizing])).toEqual(['held'])
  expect(evictionLaw([200, podOf('p')], 201, [podOf('p')])).toEqual(['held', starts])
  expect(evictionLaw([404], 404)).toEqual(['A POST of an eviction to a pod is served.', 'held'])
  expect(evictionLaw([404], 429)).toEqual(['preconditionUnmet'])
})

test('an eviction is not stored, neither in place of its pod nor next to it', () => {
  const stored = { kind: 'Eviction', metadata: { name: 't-0-x' } }

  expect(evictionLaw([200, stored])).toEqual(['held', starts])
  expect(evictionLaw([404], 201, [stored])).toEqual(['held', isNone])
  expect(evictionLaw([404], 201, [{ metadata: { name: 'of-another' } }])).toEqual(['held'])
})
