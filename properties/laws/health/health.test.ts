import { expect, test } from 'vitest'

import type { Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  onlyTheFailingCheckFails,
  failureListsChecks,
  isPlainOk,
  failureWithholdsReasons,
} from './health-failures.ts'
import {
  answers200,
  endsWithLine,
  requireFailingCheck,
  listsChecks,
  singleChecksPass,
  listsExcludedChecks,
} from './health.ts'

const says = 'It is so.'
const passed = 'livez check passed\n'
const list = (...lines: string[]) => [...lines, passed].join('\n')
const all = exchangeOf('all', 200, list('[+]ping ok', '[+]a/b ok'))

const get = (step: string, path: string, status: number, text: string): Exchange =>
  exchangeOf(step, status, text, { request: { path } })

const postponed = (step: string): Exchange => ({
  ...exchangeOf(step, 503),
  answer: { status: 503, headers: { 'retry-after': '1' }, text: '', body: undefined },
})

test('an answer with Retry-After, or none, is inconclusive, but no other (HEALTH-001)', () => {
  const judged = (...exchanges: Exchange[]) =>
    observationTexts(answers200(says, 'livez')(historyOfExchanges(...exchanges)))

  expect(judged(exchangeOf('livez', 200, 'ok'))).toEqual(['held'])
  expect(judged(exchangeOf('livez', 503, 'no'))).toEqual([says])
  expect(judged(postponed('livez'))).toEqual(['preconditionUnmet'])
  expect(judged(exchangeOf('livez', 0))).toEqual(['preconditionUnmet'])
})

test('every line but the last is one check, and each check occurs once (HEALTH-006)', () => {
  const judged = (status: number, text: string) =>
    observationTexts(listsChecks(says, 'a')(historyOfExchanges(exchangeOf('a', status, text))))

  expect(judged(200, list('[+]ping ok', '[+]a/b ok'))).toEqual(['held'])
  expect(judged(200, list('[+]ping ok', 'a: ok'))).toEqual([says, 'held'])
  expect(judged(200, list('[+]ping ok', '[+]ping ok'))).toEqual(['held', says])
  expect(judged(200, 'ok')).toEqual([says, 'held'])
  expect(judged(200, '{"status":"ok"}')).toEqual([says, 'held'])
  expect(judged(200, passed)).toEqual(['preconditionUnmet'])
  expect(judged(500, list('[-]ping failed: reason withheld'))).toEqual(['preconditionUnmet'])
})

test('the last non-empty line is the verdict (HEALTH-009)', () => {
  const judged = (text: string) =>
    observationTexts(
      endsWithLine(says, 'a', 'done')(historyOfExchanges(exchangeOf('a', 200, text))),
    )

  expect(judged('[+]ping ok\ndone\n\n')).toEqual(['held'])
  expect(judged('done\n[+]ping ok\n')).toEqual([says])
})

test('excluded checks, and only those, are marked so (HEALTH-011, HEALTH-012)', () => {
  const judged = (path: string, ...lines: string[]) =>
    observationTexts(
      listsExcludedChecks(
        says,
        1,
      )(historyOfExchanges(all, get('excluded', path, 200, list(...lines)))),
    )
  const one = '/livez?verbose&exclude=a/b'

  expect(judged(one, '[+]ping ok', '[+]a/b excluded: ok')).toEqual(['held'])
  expect(judged(one, '[-]ping failed: reason withheld', '[+]a/b excluded: ok')).toEqual(['held'])
  expect(judged(one, '[+]ping ok', '[+]a/b ok')).toEqual(['held', says])
  expect(judged(one, '[+]ping ok')).toEqual(['held', says])
  expect(judged(one, '[+]ping excluded: ok', '[+]a/b excluded: ok')).toEqual([says, 'held'])
  expect(judged('/livez?verbose', '[+]ping ok', '[+]a/b ok')).toEqual(['preconditionUnmet'])
})

test('a listed check passes at its own path (HEALTH-016)', () => {
  const judged = (path: string, status: number) =>
    observationTexts(
      singleChecksPass(says)(historyOfExchanges(all, get('single 0', path, status, ''))),
    )

  expect(judged('/livez/ping', 200)).toEqual(['held'])
  expect(judged('/livez/a/b', 404)).toEqual([says])
  expect(judged('/livez/other', 404)).toEqual(['preconditionUnmet'])
})

const before = { ...all, step: 'before' }
const single = get('single', '/livez/ping', 500, 'internal server error: no\n')
const withheld = '[-]ping failed: reason withheld'
const failure = `${withheld}\n[+]a/b ok\nlivez check failed\n`

test('if no check fails, failures are not judged', () => {
  const judged = (status: number) =>
    observationTexts(requireFailingCheck(historyOfExchanges(before, exchangeOf('failed', status))))

  expect(judged(200)).toEqual(['preconditionUnmet'])
  expect(judged(503)).toEqual([])
})

test('a failure is 500 with all lines (K8S-HEALTH-003)', () => {
  const judged = (status: number, text: string) =>
    observationTexts(
      failureListsChecks(
        says,
        'failed',
      )(historyOfExchanges(before, exchangeOf('failed', status, text), single)),
    )

  expect(judged(500, failure)).toEqual(['held'])
  expect(judged(503, failure)).toEqual([says, 'held'])
  expect(judged(500, 'livez check failed\n')).toEqual(['held', says])
  expect(judged(500, failure.replace('check failed', 'check passed'))).toEqual(['held', says])
  expect(judged(500, failure.replace(withheld, '[+]ping ok'))).toEqual(['held', says])
})

test('a list contains no reasons (K8S-HEALTH-004)', () => {
  const judged = (text: string) =>
    observationTexts(
      failureWithholdsReasons(
        says,
        'failed',
      )(historyOfExchanges(before, exchangeOf('failed', 500, text), single)),
    )

  expect(judged(failure)).toEqual(['held'])
  expect(judged(failure.replace('reason withheld', 'no route'))).toEqual([says])
  expect(judged(`${failure}more\n`)).toEqual([says])
  expect(judged('livez check failed\n')).toEqual([says])
})

test('a single check fails with its reason (K8S-HEALTH-005)', () => {
  const judged = (text: string, other: number) => {
    const failed = exchangeOf('failed', 500, failure)
    const alone = get('single', '/livez/ping', 500, text)
    const history = historyOfExchanges(before, failed, alone, exchangeOf('other', other, 'ok'))
    return observationTexts(onlyTheFailingCheckFails(says)(history))
  }

  expect(judged('internal server error: no\n', 200)).toEqual(['held'])
  expect(judged('no\n', 200)).toEqual([says, 'held'])
  expect(judged('internal server error: no\n', 500)).toEqual(['held', says])
})

test('a plain response is ok as text/plain (K8S-HEALTH-001)', () => {
  const judged = (type: string, text: string) => {
    const answer = { status: 200, headers: { 'content-type': type }, text, body: undefined }
    return observationTexts(
      isPlainOk(says, 'a')(historyOfExchanges({ ...exchangeOf('a', 200), answer })),
    )
  }

  expect(judged('text/plain; charset=utf-8', 'ok')).toEqual(['held'])
  expect(judged('Text/Plain', 'ok')).toEqual(['held'])
  expect(judged('text/plain', 'ok\n')).toEqual([says])
  expect(judged('application/json', 'ok')).toEqual([says])
})
