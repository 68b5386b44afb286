import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exchangeAt, isSuccess } from '../../properties/history/history.ts'
import type { History } from '../../properties/history/history.ts'
import { precondition, verify } from '../../properties/history/observation.ts'
import type { Observation } from '../../properties/history/observation.ts'
import { caseName, rawRequest, scenarioWith } from '../../properties/dsl/steps.ts'
import { exchangeOf, historyOfExchanges } from '../../properties/history/test-history.ts'
import { runCheck } from '../run/run-check.ts'
import { example, property } from '../check.ts'
import { hasBrokenStream, lostRequestIn } from './lost-requests.ts'
import { performAndJudgeWithRetry } from '../run/perform-and-judge.ts'
import { environmentWhere } from '../test-environment.ts'

const reset = 'ECONNRESET: read ECONNRESET'
const succeeds = (history: History) => [
  verify(isSuccess(exchangeAt(history, 'get')), {
    says: 'It is there.',
    expected: 200,
    got: 0,
    at: 'get',
  }),
]
const scenario = scenarioWith(
  rawRequest('make', 'POST', { $join: ['/things/', caseName('a')] }),
  rawRequest('get', 'GET', '/things'),
)
const once = example('PAGE-001', scenario.steps, succeeds)
const often = property('PAGE-002', fc.constant(scenario), succeeds)
const options = {
  seed: 1,
  scenarios: 20,
  checkMs: 60_000,
  shrinkMs: 0,
  onHistory: () => {},
  signal: new AbortController().signal,
}

it('repeats the whole scenario with new names after a reset connection', async () => {
  const asked: string[] = []
  const environment = environmentWhere(({ method, path }) => {
    asked.push(`${method} ${path}`)
    return asked.length === 2 ? reset : 200
  })

  expect(await runCheck(once, environment, options)).toMatchObject({
    verdict: 'pass',
    observations: 1,
  })
  expect(asked).toEqual(['POST /things/t0-a', 'GET /things', 'POST /things/t1-a', 'GET /things'])
})

it('reports that the transport lost a request, not a violation', async () => {
  const verdict = await runCheck(
    once,
    environmentWhere(() => reset),
    options,
  )

  expect(verdict).toEqual({
    id: 'PAGE-001',
    verdict: 'inconclusive',
    cases: 1,
    observations: 0,
    because:
      '1 of 1 scenarios lost a request in transport each time, which is no evidence about the rule: ' +
      `POST /things/t3-a: ${reset}`,
  })
})

it('continues with a scenario that loses another request each time', async () => {
  const many = example(
    'PAGE-001',
    Array.from({ length: 9 }, (_, index) =>
      rawRequest(index === 8 ? 'get' : `step ${index}`, 'GET', `/${index}`),
    ),
    succeeds,
  )
  let performance = 0
  const environment = environmentWhere(({ path }) => {
    if (path === '/0') performance++
    return path === `/${performance - 1}` ? reset : 200
  })

  expect(await runCheck(many, environment, options)).toMatchObject({ verdict: 'pass' })
  expect(performance).toBe(10)
})

it('gives up on a check after three lost scenarios in a row', async () => {
  const verdict = await runCheck(
    often,
    environmentWhere(() => reset),
    options,
  )

  expect(verdict).toMatchObject({ verdict: 'inconclusive', cases: 3 })
  expect(verdict.because).toMatch(
    /^stopped after 3 consecutive scenarios that lost a request in tra/,
  )
})

it('confirms a failure despite a reset', async () => {
  let asked = 0

  const verdict = await runCheck(
    once,
    environmentWhere(() => (++asked % 7 === 0 ? reset : 500)),
    options,
  )

  expect(verdict).toMatchObject({ verdict: 'fail', failure: { reruns: { failed: 5, of: 5 } } })
})

it('repeats the scenario if the judge needed a stream that broke', async () => {
  let performances = 0
  const judge = (...observations: Observation[]) =>
    example('PAGE-001', [], history => {
      performances++
      const end = { at: 1, how: 'broken', problem: reset } as const
      const stream = { frames: [], separators: [], rest: '', end }
      history.exchanges.push(exchangeOf('watch', 200, undefined, { stream }))
      return observations
    })
  const performed = async (check: typeof once) => {
    performances = 0
    const environment = environmentWhere(() => 200)
    const { lost } = await performAndJudgeWithRetry(check, { steps: [] }, environment, options)
    return [performances, lost]
  }

  expect(await performed(judge(...precondition(false, 'the stream broke')))).toEqual([2, undefined])
  expect(await performed(judge())).toEqual([1, undefined])
})

it('distinguishes lost requests from those not sent and from time-outs', () => {
  const lost = (problem: string, request = {}) =>
    lostRequestIn(historyOfExchanges(exchangeOf('a', 0, undefined, { problem, request })))?.how

  expect(lost(reset)).toBe('transport')
  expect(lost('UND_ERR_SOCKET: other side closed')).toBe('transport')
  expect(lost('no complete answer within 30000 ms')).toBe('time-out')
  expect(lost('make is no step', { path: '' })).toBe(undefined)
  expect(lost('HPE_INVALID_CONSTANT: Expected HTTP/')).toBe(undefined)
  expect(lost(reset, { query: { watch: '1' } })).toBe('transport')
  const end = { at: 1, how: 'ended' } as const
  const stream = { frames: [], separators: [], rest: '', end }
  expect(hasBrokenStream(historyOfExchanges(exchangeOf('w', 200, undefined, { stream })))).toBe(
    false,
  )
})
