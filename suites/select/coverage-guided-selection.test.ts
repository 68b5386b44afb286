import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import {
  updateFrom,
  create,
  expireVersions,
  list,
  caseName,
  rawRequest,
  deleteObject,
  scenarioWith,
  concurrently,
  versionFrom,
  listByChunks,
  watch,
} from '../../properties/dsl/steps.ts'
import { property } from '../check.ts'
import { coverageOf, candidateWindow, selectByCoverage } from './coverage-guided-selection.ts'
import type { DrawnScenario } from './coverage-guided-selection.ts'
import { drawScenarios } from './seed.ts'

const plain = scenarioWith(watch('watch', 'main'))
const rare = scenarioWith(watch('watch', 'main', { reader: 'late' }))

const drawsFrom = (scenarios: Scenario[]): DrawnScenario[] =>
  scenarios.map((scenario, index) => ({ scenario, drawIndex: index }))

it('prefers what was covered least, and then what was generated first', () => {
  const drawn = [plain, plain, rare, plain, plain]

  expect(selectByCoverage(drawsFrom(drawn), 4).map(({ drawIndex }) => drawIndex)).toEqual([
    0, 2, 1, 3,
  ])
})

it('keeps the order of equivalent scenarios, and performs those without coverage', () => {
  const alike = Array.from({ length: 9 }, () => plain)

  expect(selectByCoverage(drawsFrom(alike), 9).map(({ drawIndex }) => drawIndex)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8,
  ])
  expect(
    selectByCoverage(drawsFrom([scenarioWith(), scenarioWith()]), 5).map(
      ({ drawIndex }) => drawIndex,
    ),
  ).toEqual([0, 1])
  expect(selectByCoverage([], 5)).toEqual([])
})

it('chooses among a fixed number of candidates only', () => {
  const drawn = Array.from({ length: candidateWindow + 2 }, (_, index) =>
    index === candidateWindow ? rare : plain,
  )

  expect(selectByCoverage(drawsFrom(drawn), 3).map(({ drawIndex }) => drawIndex)).toEqual([
    0,
    candidateWindow,
    1,
  ])
})

const oneIn20 = property(
  'PAGE-004',
  fc
    .tuple(
      fc.constantFrom(...Array(20).keys()),
      fc.array(fc.constantFrom('a', 'b'), { maxLength: 4 }),
    )
    .map(([die, names]) =>
      scenarioWith(
        ...names.map(name => create(name, 'main', name)),
        watch('watch', 'main', die === 7 ? { reader: 'late' } : {}),
      ),
    ),
  () => [],
)

it('finds within six choices what one scenario of twenty covers', () => {
  const isRare = ({ scenario }: DrawnScenario) => coverageOf(scenario).includes('late reader')
  const seeds = Array.from({ length: 50 }, (_, seed) => seed)

  const first = seeds.map(seed => drawScenarios(oneIn20, seed, 20).findIndex(isRare))

  expect(first.filter(at => at >= 0 && at < 6).length).toBeGreaterThanOrEqual(49)
  // In the order of the draws it would be one seed in four.
  const asDrawn = seeds.map(
    seed => drawScenarios(oneIn20, seed, 20).filter(isRare)[0]?.drawIndex ?? 99,
  )
  expect(asDrawn.filter(at => at < 6).length).toBeLessThan(25)
})

it('is deterministic for a seed, and a longer run starts like a shorter one', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 30 }), (seed, runs) => {
      const draws = drawScenarios(oneIn20, seed, 30)

      expect(drawScenarios(oneIn20, seed, runs)).toEqual(draws.slice(0, runs))
      expect(draws).toHaveLength(30)
      expect(new Set(draws.map(({ drawIndex }) => drawIndex)).size).toBe(30)
    }),
    { numRuns: 20 },
  )
})

it('distinguishes lists by match, version, selector, scope and page sizes', () => {
  const made = ['a', 'b'].map(name => create(name, 'main', name))
  const aims = (limit: number) => coverageOf(scenarioWith(...made, list('list', 'main', { limit })))

  expect(aims(1)).toEqual(['POST', 'list', 'list with limit', 'list of full pages', anyList])
  expect(aims(2)).toContain('list of one full page')
  expect(aims(3)).toContain('list of one page')
  const more = { namespace: 'all', labelSelector: 'a', resourceVersion: '0' } as const
  expect(coverageOf(scenarioWith(list('list', 'main', { ...more, match: 'Exact' })))).toEqual([
    'list',
    'list of all namespaces',
    'list with resourceVersion',
    'list with resourceVersionMatch',
    'list with labelSelector',
    'list of nothing',
    'list with Exact, version 0',
  ])
})
const anyList = 'list with no match, version unset'

it('distinguishes versions by their source and whether writes followed', () => {
  const made = create('made', 'main', 'x')
  const from = (label: string) => watch('watch', 'main', { resourceVersion: versionFrom(label) })
  const last = (...all: Scenario['steps']) => coverageOf(scenarioWith(...all)).at(-1)

  const of = 'watch with no match, version of'
  expect(last(made, from('made'))).toBe(`${of} POST /metadata/resourceVersion`)
  expect(last(list('l', 'main'), from('l'))).toBe(`${of} list /metadata/resourceVersion`)
  expect(last(list('l', 'main'), made, from('l'))).toBe(`${of} list /metadata/resourceVersion, old`)
  expect(last(watch('w', 'main', { resourceVersion: '7' }))).toBe(
    'watch with no match, version made up',
  )
})

it('ignores the versions of deleted objects', () => {
  const removed = deleteObject('made', 'main', caseName('x'))
  const late = watch('watch', 'main', { resourceVersion: versionFrom('made') })

  expect(coverageOf(scenarioWith(create('made', 'main', 'x'), removed, late))).toEqual([
    'POST',
    'DELETE',
    'steady reader',
    'watch',
    'watch with resourceVersion',
    'watch with watch',
  ])
})

it('covers controls, lanes, writes between pages and readers at any depth', () => {
  const scenario = scenarioWith(
    create('a', 'main', 'x'),
    listByChunks(list('page', 'main', { limit: 1 }), [[], [updateFrom('a', 'main', 'a', {})]]),
    concurrently([rawRequest('r', 'GET', '/')], [watch('w', 'main', { reader: 'slow' })]),
    expireVersions('expired'),
  )

  expect(coverageOf(scenario)).toEqual(
    expect.arrayContaining(['writes between pages', 'PUT', '2 lanes', 'slow reader', 'expire']),
  )
})
