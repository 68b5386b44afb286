import fc from 'fast-check'
import { expect, it } from 'vitest'
import { advanceClock, compactHistory, rawRequest, scenarioWith } from '../properties/dsl/steps.ts'
import { example, property } from './check.ts'

const as = (who: 'admin' | 'limited') => rawRequest('a', 'GET', '/', { who })

it('adds what is declared to what the steps of an example need', () => {
  const declared = { needs: ['feature disposable' as const] }

  expect(example('PAGE-001', [advanceClock('e', 1)], () => []).needs).toEqual(['advance'])
  expect(example('PAGE-001', [as('limited')], () => [], declared).needs).toEqual([
    'identity limited',
    'feature disposable',
  ])
})

it('runs alone what uses a control or asks for it, and nothing else', () => {
  const none = fc.constant(scenarioWith())

  expect(example('PAGE-001', [compactHistory('a')], () => []).alone).toBe(true)
  expect(example('PAGE-001', [as('limited')], () => []).alone).toBe(false)
  expect(property('PAGE-004', none, () => [], { needs: ['expire'] }).alone).toBe(true)
  expect(property('PAGE-004', none, () => [], { needs: ['identity limited'] }).alone).toBe(false)
  expect(property('PAGE-004', none, () => [], { alone: true }).alone).toBe(true)
  expect(property('PAGE-004', none, () => [])).toMatchObject({ needs: [], observationsMin: 1 })
})
