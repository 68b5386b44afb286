import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rawRequest, scenarioWith } from '../../properties/dsl/steps.ts'
import { example, property } from '../check.ts'
import type { Check } from '../check.ts'
import { scenarioDigest, scenariosOf, seedOf } from './seed.ts'

const paths = fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 5 })
const generated = (id: Check['id']): Check =>
  property(
    id,
    paths.map(all => scenarioWith(...all.map(one => rawRequest('a', 'GET', `/${one}`)))),
    () => [],
  )
const fixed = example('PAGE-001', [rawRequest('a', 'GET', '/')], () => [])
const one = generated('PAGE-004')
const other = generated('PAGE-005')

it('gives a check the same scenarios, whichever other checks run', () => {
  const alone = scenariosOf(one, 7, 20)
  scenariosOf(other, 7, 20)
  fc.sample(fc.integer(), 10)

  expect(scenariosOf(one, 7, 20)).toEqual(alone)
  expect(scenariosOf(one, 7, 5)).toEqual(alone.slice(0, 5))
})

it('gives other scenarios for another seed or another check', () => {
  expect(scenariosOf(one, 8, 20)).not.toEqual(scenariosOf(one, 7, 20))
  expect(scenariosOf(other, 7, 20)).not.toEqual(scenariosOf(one, 7, 20))
  expect(seedOf(1, 'PAGE-004')).not.toBe(seedOf(1, 'PAGE-005'))
})

it('performs an example once, for any number of runs', () => {
  expect(scenariosOf(fixed, 7, 20)).toEqual([{ steps: [rawRequest('a', 'GET', '/')] }])
})

it('has the same digest for the same checks, seed and runs, in any order', () => {
  const digest = scenarioDigest([one, other, fixed], 7, 5)

  expect(digest).toMatch(/^[0-9a-f]{16}$/)
  expect(scenarioDigest([fixed, other, one], 7, 5)).toBe(digest)
  expect(scenarioDigest([one, other, fixed], 8, 5)).not.toBe(digest)
  expect(scenarioDigest([one, other, fixed], 7, 6)).not.toBe(digest)
  expect(scenarioDigest([one, other], 7, 5)).not.toBe(digest)
})

it('accepts any integer as a root seed', () => {
  fc.assert(
    fc.property(fc.integer(), seed => {
      expect(Number.isInteger(seedOf(seed, 'PAGE-004'))).toBe(true)
      expect(scenariosOf(one, seed, 2)).toHaveLength(2)
    }),
  )
})
