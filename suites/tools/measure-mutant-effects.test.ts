import { expect, it } from 'vitest'
import type { Failure, Verdict } from '../verdict.ts'
import {
  effectOf,
  lowerMedian,
  problemsWithEffects,
  summaryOfEffects,
} from './measure-mutant-effects.ts'
import type { MutantEffect } from './measure-mutant-effects.ts'

const mutant = { name: 'broken', breaks: 'something is broken', killedBy: ['LIST-007'] }

const failure = (says: string): Failure => ({
  says,
  expected: 'one',
  got: 'two',
  at: 'list',
  steps: ['GET'],
  exchanges: [],
  reruns: { failed: 5, of: 5 },
  case: {},
  curl: '',
})

const failed = (id: string, cases: number, says = id): Verdict => ({
  id,
  verdict: 'fail',
  cases,
  observations: 1,
  failure: failure(says),
})

const passed = (id: string): Verdict => ({ id, verdict: 'pass', cases: 5, observations: 5 })

it('the effect of a mutant is its failing ids and whether its own rule is first', () => {
  const verdicts = [failed('LIST-007', 2, 'one'), failed('PAGE-004', 1, 'one'), passed('GET-001')]

  expect(effectOf(mutant, verdicts)).toEqual({
    mutant: 'broken',
    ids: ['LIST-007', 'PAGE-004'],
    first: true,
    cases: 2,
  })
})

it('another rule with more failures comes first', () => {
  const others = [failed('PAGE-004', 1, 'other'), failed('PAGE-005', 1, 'other')]

  expect(effectOf(mutant, [failed('LIST-007', 3, 'own'), ...others])).toMatchObject({
    first: false,
    cases: 3,
  })
})

it('a mutant that no check finds has no ids and no number of scenarios', () => {
  expect(effectOf(mutant, [passed('LIST-007')])).toEqual({
    mutant: 'broken',
    ids: [],
    first: false,
    cases: null,
  })
})

const effects = (...counts: number[]): MutantEffect[] =>
  counts.map((count, index) => ({
    mutant: `m${index}`,
    ids: Array.from({ length: count }, () => 'LIST-007'),
    first: count > 0,
    cases: count > 0 ? count : null,
    hash: 'some',
  }))

it('the summary counts ids, first findings and scenarios, and names missed mutants', () => {
  expect(summaryOfEffects(effects(1, 0, 4, 2)).split('\n')).toEqual([
    '4 mutants: a median of 1 failing ids, at most 4',
    'the first finding names the broken rule: 3',
    'scenarios until killed: a median of 2, at most 4',
    'found by no check at a quarter of the runs: m1',
  ])
})

it('the median of an even number is the lower of the two in the middle', () => {
  expect(lowerMedian([4, 1, 3, 2])).toBe(2)
})

it('a median of three failing ids is allowed, and one of four is not', () => {
  expect(problemsWithEffects(effects(1, 3, 9))).toEqual([])
  expect(problemsWithEffects(effects(1, 4, 9))).toEqual([
    'expected a median of at most 3 failing ids, got 4',
  ])
})

it('one mutant of twenty may be missed, but not two', () => {
  const found = Array.from({ length: 18 }, () => 1)

  expect(problemsWithEffects(effects(0, 1, ...found))).toEqual([])
  expect(problemsWithEffects(effects(0, 0, ...found))).toEqual([
    'expected at most 5 % of the mutants unseen, got m0 m1',
  ])
})

it('an empty list of mutants is a problem', () => {
  expect(problemsWithEffects([])).toEqual(['expected mutants, got none'])
})
