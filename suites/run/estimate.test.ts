import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Target } from '../../fixtures/targets/target.ts'
import { rawRequest, scenarioWith } from '../../properties/dsl/steps.ts'
import { example, property } from '../check.ts'
import type { Check } from '../check.ts'
import { estimateOf } from './estimate.ts'

const target = { credentials: { admin: {} }, features: [], controls: {} } as unknown as Target
const judge = () => []
const one = scenarioWith(rawRequest('a', 'GET', '/'))
const page = (id: Check['id']) => property(id, fc.constant(one), judge)
const pages = [page('PAGE-001'), page('PAGE-002'), page('PAGE-003'), page('PAGE-004')] as const
const [first, second, third, fourth] = pages
const options = { runs: 20, concurrency: 2 }

it('weighs the remaining work by scenarios and environments', () => {
  const short = example('PAGE-005', one.steps, judge)
  const estimate = estimateOf([...pages, short], target, options)

  expect(estimate.leftMs()).toBe(undefined)
  estimate.done({ id: 'PAGE-001', cases: 20 }, 5_000)
  expect(estimate.leftMs()).toBe(undefined)
  estimate.done({ id: 'PAGE-002', cases: 20 }, 10_000)

  // 40 scenarios took two environments ten seconds; 41 are left.
  expect(estimate.leftMs()).toBeCloseTo(10_250)
})

it('counts checks that run alone as one lane', () => {
  const alone = [third, fourth].map(check => ({ ...check, alone: true }))
  const estimate = estimateOf([first, second, ...alone], target, options)

  estimate.done({ id: 'PAGE-001', cases: 20 }, 10_000)
  estimate.done({ id: 'PAGE-002', cases: 20 }, 10_000)
  expect(estimate.leftMs()).toBeCloseTo(20_000)

  estimate.done({ id: 'PAGE-003', cases: 20 }, 20_000)
  expect(estimate.leftMs()).toBeCloseTo(10_000)
})

it('expects slow sections to take longer than fast ones', () => {
  const watch = property('WATCH-007', fc.constant(one), judge)
  const quick = property('OBJ-001', fc.constant(one), judge)
  const estimate = estimateOf([quick, watch], target, { runs: 20, concurrency: 1 })

  estimate.done({ id: 'OBJ-001', cases: 20 }, 400)

  expect(estimate.leftMs()).toBeCloseTo(10_000)
})

it('ignores checks that were not performed or cannot be', () => {
  const lacking = { ...third, needs: ['compact' as const] }
  const estimate = estimateOf([first, second, lacking], target, { ...options, concurrency: 1 })

  estimate.done({ id: 'PAGE-001', cases: 0 }, 10)
  expect(estimate.leftMs()).toBe(undefined)

  estimate.done({ id: 'PAGE-002', cases: 20 }, 10_000)
  expect(estimate.leftMs()).toBe(0)
})
