import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isConcurrentStep, isWatchStep, requestsOf } from '../../properties/dsl/scenario.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import {
  list,
  rawRequest,
  scenarioWith,
  concurrently,
  listByChunks,
  watch,
} from '../../properties/dsl/steps.ts'
import { property } from '../check.ts'
import type { DrawnScenario } from '../select/coverage-guided-selection.ts'
import { drawScenarios } from '../select/seed.ts'
import { shrink } from './shrink.ts'

const request = (as: string) => rawRequest(as, 'GET', '/')
const labels = (scenario: Scenario) => requestsOf(scenario).map(one => one.as)
const failsWith =
  (...needed: string[]) =>
  async (scenario: Scenario) =>
    needed.every(label => labels(scenario).includes(label))

it('removes every step that the failure does not need', async () => {
  const failing = scenarioWith(...['a', 'b', 'c', 'd', 'e'].map(request))

  const smallest = await shrink(failing, undefined, failsWith('b', 'd'), 5_000)

  expect(labels(smallest)).toEqual(['b', 'd'])
})

it('removes hundreds of steps in few attempts', async () => {
  const failing = scenarioWith(...Array.from({ length: 500 }, (_, nth) => request(`${nth}`)))
  const needed = failsWith('3', '250', '499')
  let attempts = 0
  const counted = (scenario: Scenario) => {
    attempts++
    return needed(scenario)
  }

  const smallest = await shrink(failing, undefined, counted, 5_000)

  expect(labels(smallest)).toEqual(['3', '250', '499'])
  expect(attempts).toBeLessThan(150)
})

it('removes steps inside a walk and lanes, and makes lanes sequential', async () => {
  const failing = scenarioWith(
    listByChunks(list('page', 'main'), [[request('a'), request('b')], [request('c')]]),
    concurrently([request('d'), request('e')], [request('f')], [request('g')]),
  )

  const smallest = await shrink(failing, undefined, failsWith('page', 'b', 'e', 'g'), 5_000)

  expect(labels(smallest).sort()).toEqual(['b', 'e', 'g', 'page'])
  expect(smallest.steps).toEqual([
    listByChunks(list('page', 'main'), [[request('b')], []]),
    request('e'),
    request('g'),
  ])
})

it('makes lanes sequential in any order that still fails', async () => {
  const failing = scenarioWith(concurrently([request('a')], [request('b')], [request('c')]))
  const needsTheLastFirst = async (scenario: Scenario) => {
    const all = labels(scenario)
    const isAtOnce = scenario.steps.some(isConcurrentStep)
    return (
      all.includes('a') && all.includes('c') && (isAtOnce || all.indexOf('c') < all.indexOf('a'))
    )
  }

  const smallest = await shrink(failing, undefined, needsTheLastFirst, 5_000)

  expect(smallest.steps).toEqual([request('c'), request('a')])
})

it('keeps lanes and slow readers that the failure needs', async () => {
  const failing = scenarioWith(
    watch('w', 'main', { reader: 'slow' }),
    watch('v', 'main', { reader: 'halting' }),
    concurrently([request('a'), request('b')], [request('c')], [request('d')]),
  )
  const needed = [watch('w', 'main', { reader: 'slow' }), watch('v', 'main')]
  const needsLanes = async ({ steps }: Scenario) =>
    steps.some(step => isConcurrentStep(step) && step.concurrent.length > 1) &&
    steps.some(step => isWatchStep(step) && step.watch.as === 'v') &&
    JSON.stringify(steps).includes(JSON.stringify(needed[0]))

  const smallest = await shrink(failing, undefined, needsLanes, 5_000)

  expect(smallest.steps).toEqual([...needed, concurrently([], [])])
})

it('returns the same scenario if no step can be removed, or no time is left', async () => {
  const failing = scenarioWith(request('a'), request('b'))

  expect(await shrink(failing, undefined, failsWith('a', 'b'), 5_000)).toEqual(failing)
  expect(await shrink(failing, undefined, failsWith('a'), 0)).toBe(failing)
})

it('stops in time even if every attempt is slow', async () => {
  const failing = scenarioWith(...Array.from({ length: 50 }, (_, index) => request(`r${index}`)))
  let attempts = 0
  const slow = async () => {
    attempts++
    await new Promise(resolve => setTimeout(resolve, 20))
    return false
  }

  const started = performance.now()
  expect(await shrink(failing, undefined, slow, 100)).toEqual(failing)
  expect(performance.now() - started).toBeLessThan(1_000)
  expect(attempts).toBeLessThan(50)
})

it('tries each step at most once more after a removal', async () => {
  const failing = scenarioWith(...Array.from({ length: 20 }, (_, index) => request(`r${index}`)))
  let attempts = 0

  await shrink(
    failing,
    undefined,
    async scenario => {
      attempts++
      return labels(scenario).length >= 10
    },
    5_000,
  )

  expect(attempts).toBe(20)
})

it('always returns a failing scenario from which no step can be removed', async () => {
  const scenario = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 9 })

  await fc.assert(
    fc.asyncProperty(scenario, fc.func(fc.boolean()), async (numbers, breaks) => {
      const failing = scenarioWith(...numbers.map(number => request(`r${number}`)))
      const stillFails = async (one: Scenario) =>
        labels(one).join() === labels(failing).join() || breaks(labels(one))

      const smallest = await shrink(failing, undefined, stillFails, 5_000)

      expect(await stillFails(smallest)).toBe(true)
      for (const index of smallest.steps.keys())
        expect(await stillFails({ steps: smallest.steps.toSpliced(index, 1) })).toBe(false)
    }),
    { numRuns: 50 },
  )
})

const counted = property(
  'PAGE-004',
  fc
    .record({
      limit: fc.integer({ min: 1, max: 1_000 }),
      more: fc.integer({ min: 0, max: 9 }),
      // Rare values are preferred, so that the index of a scenario is not its position among the
      // draws.
      resourceVersion: fc.constantFrom(undefined, undefined, undefined, undefined, '0'),
    })
    .map(({ limit, more, resourceVersion }) =>
      scenarioWith(
        list('page', 'main', { limit, ...(resourceVersion ? { resourceVersion } : {}) }),
        ...Array.from({ length: more }, () => request('a')),
      ),
    ),
  () => [],
)
const limitOf = ({ steps: [first] }: Scenario) =>
  Number(first && 'query' in first ? first.query?.['limit'] : 0)

it("starts from the run's own scenario and shrinks values with the generator", async () => {
  const tooLarge = async (scenario: Scenario) => limitOf(scenario) > 20

  for (const root of [2, 3, 4]) {
    const draws = drawScenarios(counted, root, 20)
    const { scenario: failing, drawIndex } = draws.find(
      ({ scenario, drawIndex: at }, position) => at !== position && limitOf(scenario) > 20,
    ) as DrawnScenario
    const tried: Scenario[] = []
    const stillFails = (scenario: Scenario) => {
      tried.push(scenario)
      return tooLarge(scenario)
    }

    const smallest = await shrink(failing, { check: counted, root, drawIndex }, stillFails, 5_000)

    expect(tried[0]).toEqual(failing)
    expect(smallest).toEqual(scenarioWith(list('page', 'main', { limit: 21 })))
  }
})

it('keeps the given scenario when the generator cannot make it fail again', async () => {
  const [{ scenario: failing }] = drawScenarios(counted, 1, 1) as [DrawnScenario]
  const origin = { check: counted, root: 1, drawIndex: 0 }

  expect(await shrink(failing, origin, async () => false, 5_000)).toEqual(failing)
})

it('performs no two scenarios at once, also when the time of the generator is up', async () => {
  const [{ scenario: failing }] = drawScenarios(counted, 1, 1) as [DrawnScenario]
  let running = 0
  let most = 0
  const slow = async () => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 60))
    running--
    return true
  }

  await shrink(failing, { check: counted, root: 1, drawIndex: 0 }, slow, 80)

  expect([most, running]).toEqual([1, 0])
})
