import { expect, it } from 'vitest'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import {
  judgeConcurrentHistories,
  concurrentLaws,
  concurrentProblems,
  concurrentSummary,
} from './concurrent-histories.ts'
import type { ConcurrentOptions, ConcurrentOutcome } from './concurrent-histories.ts'
import type { ProxiedRequest, Rewriting } from '../../fixtures/targets/rewriting.ts'

// The only law that a target may hold without an observation.
const onErrors = 'W14 errors are last'
const others = Object.keys(concurrentLaws).filter(name => name !== onErrors)

it('concurrent clients on the reference test every law and violate none', {
  timeout: 15_000,
}, async () => {
  const outcome = await crowdsOn({}, { histories: 8, seed: 1, concurrency: 8 })

  expect(concurrentProblems(outcome)).toEqual([])
  expect(outcome.histories).toBe(8)
  expect(others.filter(name => !outcome.tallies[name]?.observations)).toEqual([])
})

// Creates of namespaces must work, or the run could not begin.
const isLeased = ({ path }: ProxiedRequest) => /^\/api\/v1\/namespaces(\/[^/]+)?$/.test(path)

it('concurrent clients on a target without writes are a problem', { timeout: 15_000 }, async () => {
  const refusing: Rewriting = {
    request: one =>
      one.method === 'GET' || isLeased(one)
        ? one
        : { reply: { status: 503, headers: {}, body: 'no' } },
  }

  // With an unknown outcome of every write, the linearizability search takes half a minute before
  // it gives up.
  const { 'L1 linearizable': _, ...judgedBy } = concurrentLaws

  const outcome = await crowdsOn(refusing, {
    histories: 2,
    seed: 1,
    concurrency: 2,
    caseMs: 2000,
    judgedBy,
  })

  const problems = concurrentProblems(outcome)
  const isTold = (name: string) => problems.some(problem => problem.startsWith(`${name}: expected`))
  expect(outcome.broken).toEqual([])
  expect(others.filter(name => name in judgedBy && !isTold(name))).toEqual([])
})

async function crowdsOn(
  rewriting: Rewriting,
  options: ConcurrentOptions,
): Promise<ConcurrentOutcome> {
  const rewritten = rewriting.request ? { rewriting: () => rewriting } : {}
  const target = await referenceTarget({ dialect: 'kubernetes', ...rewritten })
  return judgeConcurrentHistories(target, options).finally(target.close)
}

const outcomeOf = (unmet: number, observations: number): ConcurrentOutcome => ({
  histories: 8,
  broken: [],
  tallies: {
    'W2 unique': { observations, unmet: { 'the watch is no stream': unmet } },
    [onErrors]: { observations: 0, unmet: {} },
  },
})

it('at most a quarter of the histories may be inconclusive for a law', () => {
  expect(concurrentProblems(outcomeOf(2, 9))).toEqual([])
  expect(concurrentProblems(outcomeOf(3, 9))).toEqual([
    'W2 unique: 3 of 8 histories said nothing of it: the watch is no stream (3)',
  ])
  expect(concurrentSummary(outcomeOf(3, 9))).toBe(
    '8 histories, 9 observations; W2 unique unmet 3 times: the watch is no stream (3)',
  )
})

it('a law without observations is a problem, as is a violation', () => {
  const silent = outcomeOf(0, 0)

  expect(concurrentProblems(silent)).toEqual([
    'W2 unique: expected observations, got none in 8 histories',
  ])
  expect(concurrentProblems({ ...outcomeOf(0, 1), broken: ['W2 unique: twice'] })).toEqual([
    'W2 unique: twice',
  ])
})
