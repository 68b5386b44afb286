import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createClient } from '../../fixtures/client/client.ts'
import type { WireRequest } from '../../fixtures/client/client.ts'
import { serveLoopback } from '../../fixtures/client/test-server.ts'
import { exchangeAt, isSuccess } from '../../properties/history/history.ts'
import type { History } from '../../properties/history/history.ts'
import { verify } from '../../properties/history/observation.ts'
import { rawRequest, scenarioWith } from '../../properties/dsl/steps.ts'
import { runCheck } from '../run/run-check.ts'
import type { CheckRunOptions } from '../run/check-run-options.ts'
import { example, property } from '../check.ts'
import { trackTimeOuts } from '../run/section-time-outs.ts'
import { requestShape } from './time-outs.ts'
import { shapeText } from '../unserved-requests.ts'
import type { UnansweredRequest } from '../unserved-requests.ts'
import type { Verdict } from '../verdict.ts'
import { environmentWhere } from '../test-environment.ts'

const options: CheckRunOptions = {
  seed: 1,
  scenarios: 20,
  checkMs: 60_000,
  shrinkMs: 0,
  signal: new AbortController().signal,
  onHistory: () => {},
}

/** A judge that reports every unsuccessful exchange as a violation. */
const succeeds = (history: History) => [
  verify(isSuccess(exchangeAt(history, 'get')), {
    says: 'It is there.',
    expected: 200,
    got: 0,
    at: 'get',
  }),
]
const once = scenarioWith(rawRequest('get', 'GET', '/a'))
const often = property('PAGE-002', fc.constant(once), succeeds)

it('gives up on a check after three time-outs in a row, without failing it', async () => {
  let asked = 0

  const verdict = await runCheck(
    often,
    environmentOf(() => (++asked <= 2 ? 200 : 'hangs')),
    options,
  )

  // Each of the three was sent twice.
  expect(asked).toBe(8)
  expect(verdict).toMatchObject({
    timeOut: timeOutOf('/a'),
    verdict: 'inconclusive',
    cases: 5,
    observations: 2,
    because:
      'stopped after 3 consecutive scenarios with a request that timed out: ' +
      'GET /a: no complete answer within 150 ms',
  })
})

it('neither fails nor passes an example that times out', async () => {
  const check = example('PAGE-001', once.steps, succeeds)

  const verdict = await runCheck(
    check,
    environmentOf(() => 'hangs'),
    options,
  )

  expect(verdict).toMatchObject({
    verdict: 'inconclusive',
    because: '1 of 1 scenarios timed out twice: GET /a: no complete answer within 150 ms',
  })
})

it('repeats a scenario whose request was lost once', async () => {
  let asked = 0

  const verdict = await runCheck(
    often,
    environmentOf(() => (++asked % 5 === 0 ? 'hangs' : 200)),
    options,
  )

  expect(verdict).toMatchObject({ verdict: 'pass', cases: 20, observations: 20 })
})

it('does not pass a check if one scenario of many always hangs', async () => {
  let asked = 0

  const verdict = await runCheck(
    often,
    environmentOf(() => ([7, 8].includes(++asked) ? 'hangs' : 200)),
    options,
  )

  expect(verdict).toMatchObject({
    verdict: 'inconclusive',
    observations: 19,
    because: '1 of 20 scenarios timed out twice: GET /a: no complete answer within 150 ms',
  })
})

it('keeps a confirmed failure even if a repetition timed out', async () => {
  let asked = 0

  const verdict = await runCheck(
    often,
    environmentOf(() => ([4, 5].includes(++asked) ? 'hangs' : 500)),
    { ...options, scenarios: 1 },
  )

  expect(verdict).toMatchObject({
    verdict: 'flaky',
    failure: { reruns: { failed: 4, of: 5 } },
    because: expect.stringMatching(/ 1 repetitions timed out: GET \/a: no complete answer/),
  })
})

it('does not call a failure flaky if time-outs prevented its confirmation', async () => {
  let asked = 0

  const verdict = await runCheck(
    often,
    environmentOf(() => (++asked === 1 ? 500 : 'hangs')),
    options,
  )

  expect(verdict).toMatchObject({
    verdict: 'inconclusive',
    because:
      'a failure could not be confirmed because a request timed out: ' +
      'GET /a: no complete answer within 150 ms',
  })
})

it('treats a response that hangs after its head as a time-out', async () => {
  const { url, close } = await serveLoopback((_, reply) => void reply.write('{"kind":'))
  const client = createClient({ url })
  const admin = {
    ...client,
    send: (request: WireRequest) => client.send({ ...request, answerMs: 50 }),
  }

  const verdict = await runCheck(
    often,
    { ...environmentOf(() => 200), clients: { admin } },
    options,
  )

  expect(verdict).toMatchObject({
    verdict: 'inconclusive',
    cases: 3,
    because: expect.stringMatching(/GET \/a: no complete answer within 50 ms$/),
  })
  await client.close()
  await close()
})

it('gives up on a section after time-outs of three requests in three checks in a row', () => {
  const timeOuts = trackTimeOuts()
  const judge = (id: Verdict['id'], path?: string) => {
    const timeOut = path && { timeOut: timeOutOf(path) }
    timeOuts.record({ id, verdict: 'inconclusive', cases: 3, observations: 0, ...timeOut })
    return timeOuts.reasonAgainst(often)
  }

  expect(judge('PAGE-001', '/a')).toBe(undefined)
  expect(judge('PAGE-003', '/b')).toBe(undefined)
  expect(judge('LIST-001', '/c')).toBe(undefined)
  expect(judge('PAGE-004')).toBe(undefined)
  expect(judge('PAGE-005', '/a')).toBe(undefined)
  expect(judge('LIST-002', '/b')).toBe(undefined)
  expect(judge('PAGE-006', '/b')).toBe(undefined)
  expect(judge('PAGE-007', '/c')).toBe(
    'not run: 3 consecutive checks of this section timed out at 3 requests ' +
      '(GET /c: no complete answer within 150 ms)',
  )
  expect(timeOuts.reasonAgainst(example('OBJ-001', [], succeeds))).toBe(undefined)
})

it('does not give up on a section because of a single request', () => {
  const timeOuts = trackTimeOuts()
  const timeOut = timeOutOf('/a')

  for (const id of ['PAGE-001', 'PAGE-003', 'PAGE-004', 'PAGE-005'] as const)
    timeOuts.record({ id, verdict: 'inconclusive', cases: 3, observations: 0, timeOut })

  expect(timeOuts.reasonAgainst(often)).toBe(undefined)
})

it('names a request without the names of its run', () => {
  const path = '/apis/a.b/v1/namespaces/touchstone-0a1b2c3d-a/leases/t0a1b2c3d-7-x?limit=1'

  expect(shapeText(requestShape({ method: 'GET', path }))).toBe(
    'GET /apis/a.b/v1/namespaces/{namespace}/leases/{name}',
  )
})

it.each([
  ['{"kind":"Lease"}', 'POST /a'],
  ['[]', 'POST /a with a body that is not a JSON object'],
  ['{', 'POST /a with a body that is not a JSON object'],
  [Buffer.from('a: b'), 'POST /a with a body that is not a JSON object'],
])('distinguishes requests with the body %s', (body, shape) => {
  expect(shapeText(requestShape({ method: 'POST', path: '/a', body }))).toBe(shape)
})

const timedOut = {
  step: 'get',
  request: { method: 'GET', path: '/a', query: {} },
  problem: 'no complete answer within 150 ms',
}

const timeOutOf = (path: string): UnansweredRequest => ({
  shape: { method: 'GET', path, hasOddBody: false },
  problem: 'no complete answer within 150 ms',
})

/** An environment whose target answers with a status, or hangs. */
const environmentOf = (answers: () => number | 'hangs') =>
  environmentWhere(() => {
    const status = answers()
    return status === 'hangs' ? timedOut.problem : status
  })
