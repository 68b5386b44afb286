import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../properties/history/test-history.ts'
import { rawRequest, scenarioWith } from '../../properties/dsl/steps.ts'
import { parseCase } from './case.ts'
import { example } from '../check.ts'
import { buildFailure, toReportedExchange } from './failure.ts'

const scenario = scenarioWith(rawRequest('a', 'GET', '/a'))
const evidence = {
  check: example('PAGE-004', scenario.steps, () => []),
  root: 7,
  drawIndex: 3,
  scenario,
  broken: { kind: 'violated', says: 'It is so.', expected: '1', got: '2', at: 'a' } as const,
  history: historyOfExchanges(exchangeOf('a', 200, { n: 2 })),
  reruns: { failed: 5, of: 5 },
}

it('contains the sentence, the steps, the exchanges, a case and a script', () => {
  const failure = buildFailure(evidence)

  expect(failure).toMatchObject({ says: 'It is so.', expected: '1', got: '2' })
  expect(failure.steps).toEqual(['a: GET /a'])
  expect(failure.exchanges.map(one => one.step)).toEqual(['a'])
  expect(failure.curl).toContain('"$URL"')
  expect(parseCase(JSON.stringify(failure.case), 'x')).toMatchObject({
    id: 'PAGE-004',
    scenario,
    from: { seed: 7, drawIndex: 3 },
  })
})

it('prints an empty value as nothing', () => {
  const broken = { ...evidence.broken, expected: '', got: ' ' }
  const failure = buildFailure({ ...evidence, broken })

  expect(failure).toMatchObject({ expected: 'nothing', got: 'nothing' })
  expect(failure.curl).toContain('Expected nothing; in the run it was nothing.')
})

it('prints the media types that a scenario sets, and that of an answer that is not JSON', () => {
  const headers = { 'Content-Type': 'application/yaml', Accept: 'application/cbor', other: 'x' }
  const asYaml = exchangeOf('a', 200, {}, { request: { method: 'POST', body: 'a: 1', headers } })
  const answer = { status: 200, text: 'a', body: 'a', headers: { 'content-type': 'text/plain' } }

  const shown = toReportedExchange({ ...asYaml, answer })

  expect(shown.request.headers).toEqual({
    'content-type': 'application/yaml',
    accept: 'application/cbor',
  })
  expect(shown.answer?.contentType).toBe('text/plain')
  expect(toReportedExchange(exchangeOf('b', 200, {})).request).not.toHaveProperty('headers')
})

it('prints an exchange without secrets, truncated, and with its identity', () => {
  const secret = JSON.stringify({ kind: 'Secret', data: { a: 'hunter2' } })
  const long = exchangeOf('a', 200, 'x'.repeat(9_000), {
    request: { method: 'POST', body: secret, who: 'limited', headers: { authorization: 'x' } },
    sentAt: 1,
    answeredAt: 3.14159,
  })

  const shown = toReportedExchange(long)

  expect(shown.request).toEqual({
    method: 'POST',
    path: '/x',
    body: '{"kind":"Secret","data":{"a":"[redacted]"}}',
    as: 'limited',
  })
  expect(shown.answer?.body).toMatch(/^x{4000} … \(9000 characters\)$/)
  expect(shown.answer?.milliseconds).toBe(2.1)
  expect(toReportedExchange(exchangeOf('b', 0, undefined, { problem: 'reset' }))).toEqual({
    step: 'b',
    request: { method: 'GET', path: '/x' },
    problem: 'reset',
  })
})
