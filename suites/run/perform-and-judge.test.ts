import { expect, it } from 'vitest'
import { exchangeAt } from '../../properties/history/history.ts'
import { verify } from '../../properties/history/observation.ts'
import { pollUntil } from '../../properties/dsl/custom-steps.ts'
import { rawRequest } from '../../properties/dsl/steps.ts'
import { createWaitMemory } from '../../properties/perform/wait-memory.ts'
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

it('repeats a violation that was seen while this process stalled', async () => {
  const once = await performed(nth => {
    if (nth > 0) return 200
    stand(1_300)
    return 500
  })

  expect(once).toEqual({ violations: 0, count: 2 })
})

it('keeps a violation that is seen each time, or without a stall', async () => {
  const always = await performed(() => {
    stand(1_100)
    return 500
  })

  expect(always).toEqual({ violations: 1, count: 3 })
  expect(await performed(() => 500)).toEqual({ violations: 1, count: 1 })
})

it('repeats a violation after a shortened wait with the full wait', async () => {
  const waits = createWaitMemory()
  const poll = pollUntil(rawRequest('a', 'GET', '/a'), {})
  // The poll comes true after a second, when a shortened wait is over.
  const start = performance.now()
  const environment = environmentWhere(() => (performance.now() - start > 1_000 ? 200 : 404))
  for (let miss = 0; miss < 3; miss++) waits.record('poll GET a path []', false)
  const histories: number[] = []

  const { judgement } = await performAndJudgeWithRetry(
    check,
    { steps: [poll] },
    { ...environment, waits },
    {
      signal: new AbortController().signal,
      onHistory: (_, { exchanges }) => histories.push(exchanges.at(-1)?.answer?.status ?? 0),
    },
  )

  expect(histories).toEqual([404, 200])
  expect(judgement.violations).toEqual([])
})

it('keeps shortened waits if that is asked for', async () => {
  const waits = createWaitMemory()
  const poll = pollUntil(rawRequest('a', 'GET', '/a'), {})
  for (let miss = 0; miss < 3; miss++) waits.record('poll GET a path []', false)
  let performed = 0

  const { judgement } = await performAndJudgeWithRetry(
    check,
    { steps: [poll] },
    { ...environmentWhere(() => 404), waits },
    {
      signal: new AbortController().signal,
      onHistory: () => void performed++,
      keepsShortWaits: true,
    },
  )

  expect(performed).toBe(1)
  expect(judgement.violations).toHaveLength(1)
})
