import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { issuedVersionsAreAccepted } from './issued-versions.ts'

const set = [exchangeOf('object-a', 201, {}), exchangeOf('start', 200, { items: [] })]
const judged = (...reads: ReturnType<typeof exchangeOf>[]): string[] =>
  observationTexts(issuedVersionsAreAccepted(historyOfExchanges(...set, ...reads)))

test('a version that was given out is accepted', () => {
  expect(judged(exchangeOf('at one: get', 200), exchangeOf('at one: watch', 200))).toEqual(['held'])
  expect(judged(exchangeOf('at one: get', 200), exchangeOf('at one: watch', 400))).toEqual([
    'held',
    'A version that the server returned is accepted on get, list and watch.',
  ])
})

test('a version may be too old, or its answer be late', () => {
  for (const status of [410, 429, 503, 504])
    expect(judged(exchangeOf('at one: list', status))).toEqual([])
})

test('a read that was never sent says nothing', () => {
  expect(judged(exchangeOf('at one: get', 0, undefined, { request: { path: '' } }))).toEqual([
    'preconditionUnmet',
  ])
})
