import fc from 'fast-check'
import { expect, it } from 'vitest'
import { advanceClock, compactHistory, rawRequest, scenarioWith } from '../properties/dsl/steps.ts'
import { example, property } from './check.ts'

const as = (who: 'admin' | 'limited') => rawRequest('a', 'GET', '/', { who })

it('adds declared needs to those of the steps of an example', () => {
  const declared = { needs: ['feature disposable' as const] }

  expect(example('PAGE-001', [advanceClock('e', 1)], () => []).needs).toEqual(['advance'])
  expect(example('PAGE-001', [as('limited')], () => [], declared).needs).toEqual([
    'identity limited',
    'feature disposable',
  ])
})

it('runs alone only if it uses a control or is declared so', () => {
  const none = fc.constant(scenarioWith())

  expect(example('PAGE-001', [compactHistory('a')], () => []).alone).toBe(true)
  expect(example('PAGE-001', [as('limited')], () => []).alone).toBe(false)
  expect(property('PAGE-004', none, () => [], { needs: ['expire'] }).alone).toBe(true)
  expect(property('PAGE-004', none, () => [], { needs: ['identity limited'] }).alone).toBe(false)
  expect(property('PAGE-004', none, () => [], { alone: true }).alone).toBe(true)
  expect(property('PAGE-004', none, () => [])).toMatchObject({ needs: [], observationsMin: 1 })
})
