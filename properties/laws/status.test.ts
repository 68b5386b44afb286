import { describe, expect, test } from 'vitest'
import type { Exchange } from '../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../history/test-history.ts'
import { futureVersionAsksToRetry, refusalsAreStatusObjects, refusesWith } from './status.ts'
import type { ExpectedStatus } from './status.ts'

const body = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'is invalid',
  reason: 'Invalid',
  details: {
    name: 'x',
    kind: 'Lease',
    causes: [{ reason: 'FieldValueInvalid', message: 'Invalid value', field: 'metadata.name' }],
  },
  code: 422,
}

describe('refusesWith', () => {
  const wanted: ExpectedStatus = {
    code: 422,
    reason: 'Invalid',
    details: { name: 'x', kind: 'Lease' },
    causes: [{ reason: 'FieldValueInvalid', field: 'metadata.name' }],
  }
  const judge = (exchange: Exchange, refusal = wanted) =>
    findingsOf(refusesWith(historyOfExchanges(exchange), 'fault', refusal, 'It is refused.'))

  test('accepts a complete Status', () => {
    expect(judge(exchangeOf('fault', 422, body))).toEqual(Array(6).fill('held'))
  })

  test('reports only the code if it is wrong', () => {
    expect(judge(exchangeOf('fault', 400, body))).toEqual(['It is refused.'])
    expect(judge(exchangeOf('fault', 200, {}))).toEqual(['It is refused.'])
  })

  test('reports a missing reason, details and causes', () => {
    const { reason: _, details: __, ...bare } = body

    expect(judge(exchangeOf('fault', 422, bare)).filter(one => one !== 'held')).toEqual([
      'The Status of a refusal names its reason.',
      'The details of a Status have the name, group and kind of what was refused.',
      'The details of a Status have the name, group and kind of what was refused.',
      'The Status of a refusal names its causes.',
    ])
  })

  test('reports a reason that should be absent', () => {
    const refusal = { code: 422, reason: null }

    expect(judge(exchangeOf('fault', 422, body), refusal)).toContain(
      'The Status of a refusal names its reason.',
    )
  })

  test.each([0, 429, 503, 504])('is inconclusive for a request answered with %i', status => {
    expect(judge(exchangeOf('fault', status, {}))).toEqual([expect.stringContaining('fault')])
  })
})

test('a refusal repeats its code', () => {
  const wrong = { ...body, code: 400 }

  expect(
    findingsOf(refusalsAreStatusObjects(historyOfExchanges(exchangeOf('a', 422, body)))),
  ).not.toContain(broken)
  expect(
    findingsOf(refusalsAreStatusObjects(historyOfExchanges(exchangeOf('a', 422, wrong)))),
  ).toContain(broken)
  expect(
    findingsOf(refusalsAreStatusObjects(historyOfExchanges(exchangeOf('a', 422, 'text')))),
  ).toContain(broken)
})

const broken = 'A refusal is a Status of apiVersion v1 with metadata, message, reason and code.'

test('a future version that is not an integer is inconclusive', () => {
  const asked = exchangeOf('future', 400, body, { request: { query: { resourceVersion: 'v9' } } })

  expect(findingsOf(futureVersionAsksToRetry(historyOfExchanges(asked), 'future'))).toEqual([
    'a version of this target is not an integer',
  ])
})

function findingsOf(observations: ReturnType<typeof refusesWith>): string[] {
  const all: string[] = []
  for (const observation of observations) {
    if (observation.kind === 'preconditionUnmet') return [...all, observation.because]
    all.push(observation.kind === 'violated' ? observation.says : observation.kind)
  }
  return all
}
