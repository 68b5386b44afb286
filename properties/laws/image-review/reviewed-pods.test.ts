import { expect, it } from 'vitest'

import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import type { Exchange } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { imagesOf, refusesPod, requireReviews } from './reviewed-pods.ts'

const post = { request: { method: 'POST' } }
const namespace = exchangeOf('namespace', 201, {}, post)
const admitted = [namespace, exchangeOf('allow', 201, {}, post), exchangeOf('get allow', 200)]

const kinds = (observations: Iterable<Observation>): string[] =>
  Array.from(observations, ({ kind }) => kind)

const refusal = (...exchanges: Exchange[]): string[] =>
  kinds(refusesPod('s', { refused: 'deny', admitted: 'allow' })(historyOfExchanges(...exchanges)))

it('holds for a pod that is refused and not stored', () => {
  expect(refusal(...admitted, exchangeOf('deny', 403), exchangeOf('get deny', 404))).toEqual([
    'held',
    'held',
  ])
})

it('is violated by a pod that is admitted, or refused and stored', () => {
  expect(refusal(...admitted, exchangeOf('deny', 201), exchangeOf('get deny', 200))).toEqual([
    'violated',
    'violated',
  ])
  expect(refusal(...admitted, exchangeOf('deny', 403), exchangeOf('get deny', 200))).toEqual([
    'held',
    'violated',
  ])
})

it('does not apply to servers without pods, and is inconclusive if all pods are refused', () => {
  const refused = [
    exchangeOf('get allow', 404),
    exchangeOf('deny', 403),
    exchangeOf('get deny', 404),
  ]

  expect(refusal(namespace, exchangeOf('allow', 404, {}, post), ...refused)[0]).toBe(
    'notApplicable',
  )
  expect(refusal(namespace, exchangeOf('allow', 403, {}, post), ...refused)[0]).toBe(
    'preconditionUnmet',
  )
})

it('finds the reviews of its case', () => {
  const own = { spec: { containers: [{ image: 'registry.example/t-0-image/allow:1' }] } }
  const other = { spec: { containers: [{ image: 'registry.example/t-1-image/allow:1' }] } }
  const reviews = exchangeOf('reviews', 200, { reviews: [other, own, 'text', null] })
  const found = requireReviews(historyOfExchanges(...admitted, reviews), 'allow').next()

  expect(found).toEqual({ done: true, value: [own] })
  expect(imagesOf(own)).toEqual(['registry.example/t-0-image/allow:1'])
  expect(imagesOf({ spec: 7 })).toEqual([])
})

it('requires a review', () => {
  const reviews = exchangeOf('reviews', 200, { reviews: [] })

  expect(requireReviews(historyOfExchanges(...admitted, reviews), 'allow').next().value).toEqual({
    kind: 'preconditionUnmet',
    because: 'the backend was asked nothing about the pods',
  })
})
