import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { issuedVersionsAreAccepted } from './issued-versions.ts'

const set = [exchangeOf('object-a', 201, {}), exchangeOf('start', 200, { items: [] })]
const judged = (...reads: ReturnType<typeof exchangeOf>[]): string[] =>
  observationTexts(issuedVersionsAreAccepted(historyOfExchanges(...set, ...reads)))

test('an issued version is accepted', () => {
  expect(judged(exchangeOf('at one: get', 200), exchangeOf('at one: watch', 200))).toEqual(['held'])
  expect(judged(exchangeOf('at one: get', 200), exchangeOf('at one: watch', 400))).toEqual([
    'held',
    'A version that the server returned is accepted on get, list and watch.',
  ])
})

test('an issued version may have expired, and an answer may be delayed', () => {
  for (const status of [410, 429, 503, 504])
    expect(judged(exchangeOf('at one: list', status))).toEqual([])
})

test('a read that was not sent is inconclusive', () => {
  expect(judged(exchangeOf('at one: get', 0, undefined, { request: { path: '' } }))).toEqual([
    'preconditionUnmet',
  ])
})
