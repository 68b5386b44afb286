import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../properties/history/test-history.ts'
import type { Exchange } from '../../properties/history/history.ts'
import { isSameFailure, answerKind } from './same-failure.ts'
import type { ObservedFailure } from './same-failure.ts'

const failureWith = (
  got: string,
  exchanges: Exchange[],
  unmet: string[] = [],
): ObservedFailure => ({
  broken: { kind: 'violated', says: 'It is there.', expected: '200', got, at: 'get' },
  history: historyOfExchanges(...exchanges),
  judgement: { whyNotJudged: unmet },
})
const body = JSON.stringify({ metadata: { name: 't-0-a' } })
const about = { role: 'main', namespace: 'own' } as const
const create = exchangeOf('create', 201, {}, { about, request: { method: 'POST', body } })
const get = (status: number) =>
  exchangeOf('get', status, {}, { about: { ...about, name: 't-0-a' } })
const other = exchangeOf('other', 200, {})

it('accepts a history that lacks only irrelevant steps', () => {
  expect(
    isSameFailure(
      failureWith('404', [create, other, get(404)]),
      failureWith('404', [create, get(404)]),
    ),
  ).toBe(true)
})

it('accepts no other answer, and none with an unmet precondition', () => {
  const whole = failureWith('500', [create, get(500)])

  expect(isSameFailure(whole, failureWith('404', [create, get(404)]))).toBe(false)
  expect(isSameFailure(whole, failureWith('nothing', [create, get(500)]))).toBe(false)
  expect(isSameFailure(whole, failureWith('500', [create, get(500)], ['unmet']))).toBe(false)
  expect(
    isSameFailure(
      failureWith('500', [create, get(500)], ['x']),
      failureWith('500', [get(500)], ['x']),
    ),
  ).toBe(false)
})

it('requires an acknowledged create of the object that is read', () => {
  const whole = failureWith('404', [create, other, get(404)])
  const refused = { ...create, answer: { status: 409, headers: {}, text: '', body: {} } }

  expect(isSameFailure(whole, failureWith('404', [get(404)]))).toBe(false)
  expect(isSameFailure(whole, failureWith('404', [refused, get(404)]))).toBe(false)
  expect(
    isSameFailure(failureWith('404', [get(404), create]), failureWith('404', [get(404)])),
  ).toBe(true)
})

it('accepts no request that is no longer sent, or refused instead of acknowledged', () => {
  const dangling = exchangeOf('other', 0, undefined, {
    problem: 'create is no step',
    request: { path: '' },
  })
  const refused = exchangeOf('other', 404, {})
  const whole = failureWith('404', [create, other, get(404)])

  expect(isSameFailure(whole, failureWith('404', [create, dangling, get(404)]))).toBe(false)
  expect(isSameFailure(whole, failureWith('404', [create, refused, get(404)]))).toBe(false)
  expect(
    isSameFailure(
      failureWith('404', [create, dangling, get(404)]),
      failureWith('404', [create, dangling, get(404)]),
    ),
  ).toBe(true)
})

it.each([
  ['["a","b"]', '["a"]', true],
  ['{"a":1}', '{}', true],
  ['12 items', '3 items', true],
  ['a, b, c', 'a', true],
  ['t0a1b2c3d-5-a at 12', 't0a1b2c3d-9-b at 7', true],
  ['nothing', '["a"]', false],
  ['no answer (timeout)', '404 NotFound', false],
  ['409 Conflict', '409 AlreadyExists', false],
])('compares %s and %s', (one, another, isSame) => {
  expect(answerKind(one) === answerKind(another)).toBe(isSame)
})
