import { expect, it } from 'vitest'
import { exchangeAt } from '../../properties/history/history.ts'
import { verify } from '../../properties/history/observation.ts'
import { rawRequest } from '../../properties/dsl/steps.ts'
import { example } from '../check.ts'
import { environmentWhere } from '../test-environment.ts'
import { performAndJudgeWithRetry } from './perform-and-judge.ts'

const steps = [rawRequest('a', 'GET', '/a')]
const check = example('GET-001', steps, history => [
  verify(exchangeAt(history, 'a').answer?.status === 200, {
    says: 'It is 200.',
    expected: 200,
    got: 'another status',
    at: 'a',
  }),
])

const stand = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** The answers to the nth performance, and how many performances there were. */
async function performed(answer: (nth: number) => number) {
  let count = 0
  const { judgement } = await performAndJudgeWithRetry(
    check,
    { steps },
    environmentWhere(() => answer(count++)),
    { signal: new AbortController().signal, onHistory: () => {} },
  )
  return { violations: judgement.violations.length, count }
}

it('repeats a violation that was seen while this process stood still', async () => {
  const once = await performed(nth => {
    if (nth > 0) return 200
    stand(1_300)
    return 500
  })

  expect(once).toEqual({ violations: 0, count: 2 })
})

it('keeps one that is seen each time, or without a stall', async () => {
  const always = await performed(() => {
    stand(1_100)
    return 500
  })

  expect(always).toEqual({ violations: 1, count: 3 })
  expect(await performed(() => 500)).toEqual({ violations: 1, count: 1 })
})
