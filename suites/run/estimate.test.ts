import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { rawRequest, scenarioWith } from '../../properties/dsl/steps.ts'
import { example, property } from '../check.ts'
import type { Check } from '../check.ts'
import { estimateOf } from './estimate.ts'

const target = {
  credentials: { admin: {} },
  features: [],
  controls: {},
  types: defaultTypes('cluster.example'),
} as unknown as Target
const judge = () => []
const one = scenarioWith(rawRequest('a', 'GET', '/'))
const page = (id: Check['id']) => property(id, fc.constant(one), judge)
const pages = [page('PAGE-001'), page('PAGE-002'), page('PAGE-003'), page('PAGE-004')] as const
const [first, second, third, fourth] = pages
const options = { scenarios: 20, concurrency: 2 }

/** Expects a number that differs by at most a tenth. */
const near = (wanted: number) =>
  expect.toSatisfy((given: number) => given > wanted * 0.9 && given < wanted * 1.1)

it('weighs the remaining work by scenarios and environments', () => {
  const short = example('PAGE-005', one.steps, judge)
  const estimate = estimateOf([...pages, short], target, options)

  expect(estimate.leftMs()).toBe(undefined)
  estimate.record({ id: 'PAGE-001', cases: 20 }, 10_000)
  expect(estimate.leftMs()).toBe(undefined)
  estimate.record({ id: 'PAGE-002', cases: 20 }, 10_000)

  // 20 scenarios take ten seconds; 41 are left for two environments.
  expect(estimate.leftMs()).toEqual(near(10_250))
})

it('counts checks that run alone as one lane', () => {
  const alone = [third, fourth].map(check => ({ ...check, alone: true }))
  const estimate = estimateOf([first, second, ...alone], target, options)

  estimate.record({ id: 'PAGE-001', cases: 20 }, 10_000)
  estimate.record({ id: 'PAGE-002', cases: 20 }, 10_000)
  expect(estimate.leftMs()).toEqual(near(20_000))

  estimate.record({ id: 'PAGE-003', cases: 20 }, 10_000)
  expect(estimate.leftMs()).toEqual(near(10_000))
})

it('expects one lane on a server with only cluster-scoped types', () => {
  const { cluster } = target.types
  const types = { ...target.types, main: cluster }
  const estimate = estimateOf([first, second, third], { ...target, types }, options)

  estimate.record({ id: 'PAGE-001', cases: 20 }, 10_000)

  expect(estimate.leftMs()).toEqual(near(20_000))
})

it('expects slow sections to take longer than fast ones', () => {
  const watch = property('WATCH-007', fc.constant(one), judge)
  const quick = property('OBJ-001', fc.constant(one), judge)
  const estimate = estimateOf([quick, watch], target, { scenarios: 20, concurrency: 1 })

  estimate.record({ id: 'OBJ-001', cases: 20 }, 1_600)

  expect(estimate.leftMs()).toEqual(near(8_000))
})

it('expects the rest to take some time after checks that end at once', () => {
  const estimate = estimateOf([first, second], target, { ...options, concurrency: 1 })

  estimate.record({ id: 'PAGE-001', cases: 1 }, 5)

  expect(estimate.leftMs()).toEqual(near(480))
})

it('is hardly raised by one check that takes far longer than the others', () => {
  const usual = pages.map(({ id }) => ({ id, cases: 20 }))
  const many = [...pages, page('PAGE-005'), page('PAGE-006')]
  const estimate = estimateOf(many, target, { ...options, concurrency: 1 })

  for (const [index, verdict] of usual.entries()) estimate.record(verdict, index ? 1_000 : 20_000)

  // The arithmetic mean would give 11,500.
  expect(estimate.leftMs()).toBeLessThan(6_000)
})

it('counts checks of started programs in separate environments', () => {
  const [program] = [{ ...third, needs: ['start' as const] }]
  const controls = { start: () => {} } as unknown as Target['controls']
  const estimate = estimateOf([first, second, program, fourth], { ...target, controls }, options)

  estimate.record({ id: 'PAGE-001', cases: 20 }, 10_000)
  estimate.record({ id: 'PAGE-002', cases: 20 }, 10_000)

  expect(estimate.leftMs()).toEqual(near(5_000))
})

it('ignores checks that were not performed or cannot be', () => {
  const lacking = { ...third, needs: ['compact' as const] }
  const estimate = estimateOf([first, second, lacking], target, { ...options, concurrency: 1 })

  estimate.record({ id: 'PAGE-001', cases: 0 }, 10)
  expect(estimate.leftMs()).toBe(undefined)

  estimate.record({ id: 'PAGE-002', cases: 20 }, 10_000)
  expect(estimate.leftMs()).toBe(0)
})
