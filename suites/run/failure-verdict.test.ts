import { expect, it } from 'vitest'
import { exchangeAt } from '../../properties/history/history.ts'
import type { History } from '../../properties/history/history.ts'
import { verify } from '../../properties/history/observation.ts'
import { rawRequest, scenarioWith } from '../../properties/dsl/steps.ts'
import { runCheck } from './run-check.ts'
import type { CheckRunOptions } from './check-run-options.ts'
import type { CaseFile } from '../failure/case.ts'
import { example } from '../check.ts'
import type { CrossCheck, ReferenceOutcome } from '../failure/reference-outcome.ts'
import { environmentWhere } from '../test-environment.ts'

const scenario = scenarioWith(rawRequest('first', 'GET', '/a'), rawRequest('get', 'GET', '/bad'))
const check = example('PAGE-001', scenario.steps, (history: History) => [
  verify(exchangeAt(history, 'get').answer?.status !== 500, {
    says: 'It is there.',
    expected: 200,
    got: exchangeAt(history, 'get').answer?.status,
    at: 'get',
  }),
])
const broken = { kind: 'violated', says: 'It is so.', expected: '1', got: '2', at: 'get' } as const
const onlyTheWhole: CrossCheck = async (_, { steps }) =>
  steps.length === 2 ? { outcome: 'holds' } : { outcome: 'fails', broken }

it('reports no failure of a case that fails on the reference too', async () => {
  const verdict = await verdictWith(async () => ({ outcome: 'fails', broken }))

  expect(verdict).toMatchObject({
    verdict: 'inconclusive',
    failure: {
      reference: 'the case fails on the reference as well: It is so. Expected 1, got 2.',
    },
  })
  expect(verdict.because).toBe(
    'the case fails on the reference as well: a fault of this program, please report it. ' +
      'It is there. Expected 200, got 500.',
  )
})

it.each<[ReferenceOutcome, string]>([
  [{ outcome: 'holds' }, 'the case holds on the reference'],
  [{ outcome: 'not checked', because: 'no widgets' }, 'not checked on the reference: no widgets'],
])('reports a failure with the result on the reference', async (outcome, reference) => {
  const verdict = await verdictWith(async () => outcome)

  expect(verdict).toMatchObject({ verdict: 'fail', failure: { reference } })
  expect(stepsOf(verdict.failure?.case)).toBe(1)
})

it('reports the whole case if the shrunk one fails on the reference', async () => {
  const verdict = await verdictWith(onlyTheWhole)

  expect(verdict).toMatchObject({
    verdict: 'fail',
    failure: { reference: 'the case holds on the reference', reruns: { failed: 5, of: 5 } },
  })
  expect(stepsOf(verdict.failure?.case)).toBe(2)
})

it('omits the result on the reference if none was requested', async () => {
  const verdict = await verdictWith(undefined)

  expect(verdict.verdict).toBe('fail')
  expect(verdict.failure).not.toHaveProperty('reference')
})

const stepsOf = (found: unknown): number => (found as CaseFile).scenario.steps.length

function verdictWith(crossCheck: CrossCheck | undefined) {
  const options: CheckRunOptions = {
    seed: 1,
    scenarios: 1,
    checkMs: 10_000,
    shrinkMs: 2_000,
    signal: new AbortController().signal,
    onHistory: () => {},
    ...(crossCheck ? { crossCheck } : {}),
  }
  return runCheck(
    check,
    environmentWhere(({ path }) => (path === '/bad' ? 500 : 200)),
    options,
  )
}
