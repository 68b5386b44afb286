import { expect, it } from 'vitest'
import type { ConfigCheckResult } from '../../../fixtures/objects/config-check.ts'
import { historyOfExchanges, exchangeOf } from '../../history/test-history.ts'
import {
  defaultedCase,
  withFields,
  configCheckSteps,
  refusedCase,
  withoutFields,
} from '../../scenarios/configuration/configuration.ts'
import {
  lineWithValue,
  commandLineSteps,
  refusedLine,
  acceptedLine,
  lineOnlyIn,
} from '../../scenarios/node-agent-options/command-lines.ts'
import type { History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { configurationIsJudgedAsExpected } from './configuration.ts'

const yes: ConfigCheckResult = { accepted: true, findings: [] }
const no = (...paths: string[]): ConfigCheckResult => ({
  accepted: false,
  findings: paths.map(path => ({ path, message: `${path}: Required value` })),
})

function saidOf(step: string, judged: ConfigCheckResult, dialect = 'cluster'): string[] {
  return observedIn(
    historyOfExchanges(exchangeOf(step, judged.accepted ? 200 : 422, judged)),
    dialect,
  )
}

function observedIn(history: History, dialect: string): string[] {
  const context = { ...history.context, dialect }
  return [...configurationIsJudgedAsExpected('It is so.')({ ...history, context })].map(one =>
    one.kind === 'violated' ? `expected ${one.expected}, got ${one.got}` : wordOf(one),
  )
}

const wordOf = (one: Observation): string => {
  if (one.kind !== 'departure') return one.kind
  return one.presence === 'absent' ? 'follows' : `${one.presence}: ${one.what}`
}

it('expects a refusal at a path, and accepts one without a path', () => {
  expect(saidOf('refused 1: a.b | a', no('c', 'a'))).toEqual(['held'])
  expect(saidOf('refused 1: a.b', no())).toEqual(['held'])
  expect(saidOf('refused 1: a.b', yes)).toEqual(['expected refused at a.b, got accepted'])
  expect(saidOf('refused 1: a[0].b', no('a[0]'))).toEqual(['held'])
  expect(saidOf('refused 1: a.bc', no('a.b'))).not.toEqual(['held'])
  expect(saidOf('refused 1: a.b', no('a.c'))).toEqual([
    'expected refused at a.b, got refused: a.c: Required value',
  ])
})

it('allows a departure only in the dialect that has it, and describes it', () => {
  expect(saidOf('literal 1: a', yes)).toEqual(['expected refused at a, got accepted'])
  expect(saidOf('literal 1: a', yes, 'kubernetes')).toEqual([
    'present: expected refused at a, got accepted',
  ])
  expect(saidOf('literal 1: a', no('a'), 'kubernetes')).toEqual(['follows'])

  expect(saidOf('cluster accepted 1', no('--a'))).toEqual([
    'expected accepted, got refused: --a: Required value',
  ])
  expect(saidOf('cluster accepted 1', no('--a'), 'kubernetes')).toEqual([
    'present: expected accepted, got refused: --a: Required value',
  ])
  expect(saidOf('cluster accepted 1', yes, 'kubernetes')).toEqual(['follows'])
  expect(saidOf('cluster recorded 1: a', yes, 'kubernetes')).toEqual([])
})

it('reports if the result does not show whether the target departs', () => {
  const step = 'cluster defaulted 1: a = 5'
  const unanswered = (at: string) =>
    observedIn(
      historyOfExchanges(exchangeOf(at, 0, undefined, { problem: 'ended with 1' })),
      'kubernetes',
    )

  expect(saidOf(step, { ...yes, defaulted: [{ a: 5 }] }, 'kubernetes')).toEqual(['follows'])
  expect(saidOf(step, { ...yes, defaulted: [{ a: 7 }] }, 'kubernetes')).toEqual([
    'present: expected 5, got 7',
  ])
  expect(saidOf(step, yes, 'kubernetes')[0]).toMatch(/^not shown/)
  expect(unanswered(step)).toEqual(['not shown: ended with 1'])
  expect(unanswered('literal 1: a')[0]).toBe('preconditionUnmet')
})

it('accepts a refusal of a field that genuine services fill in', () => {
  const step = 'kubernetes defaulted 1: a = 5'

  expect(saidOf(step, no('a'), 'kubernetes')).toEqual(['follows'])
  expect(saidOf(step, { ...yes, defaulted: [{ a: 5 }] }, 'kubernetes')).toEqual(['held'])
  expect(saidOf(step, { ...yes, defaulted: [{ a: 7 }] }, 'kubernetes')).toEqual([
    'expected 5, got 7',
  ])
  // Only labels for the dialect allow a departure.
  expect(saidOf('defaulted 1: a = 5', no('a'), 'kubernetes')[0]).toMatch(/^expected 5/)
})

it('translates paths into the terms of the dialect', () => {
  const step = 'refused 1: webhook.connectionInfo.clusterConfigFile'
  const genuine = no('webhook.connectionInfo.kubeConfigFile')

  expect(saidOf(step, genuine, 'kubernetes')).toEqual(['held'])
  expect(saidOf(step, genuine)).not.toEqual(['held'])
})

it('is inconclusive if a valid document is refused', () => {
  expect(saidOf('twin', no('a'))).toEqual(['preconditionUnmet'])
  expect(saidOf('twin', yes)).toEqual([])
  expect(saidOf('accepted 1', no('a'))).toEqual([
    'expected accepted, got refused: a: Required value',
  ])
})

it('compares defaults by value', () => {
  const resultWith = (a: unknown): ConfigCheckResult => ({ ...yes, defaulted: [{ a }] })

  expect(saidOf('defaulted 1: a = "60s"', resultWith('1m0s'))).toEqual(['held'])
  expect(saidOf('defaulted 1: a = "60s"', resultWith('61s'))).toEqual(['expected 60s, got 61s'])
  expect(saidOf('defaulted 1: a = 5', resultWith(undefined))).toEqual(['expected 5, got nothing'])
  expect(saidOf('defaulted 1: a = 5', yes)[0]).toBe('preconditionUnmet')
  expect(saidOf('defaulted 1: --a = 5', { ...yes, values: { '--a': 5 } })).toEqual(['held'])
})

it('checks a case for one dialect in that dialect only', () => {
  const step = 'kubernetes refused 1: --a'

  expect(saidOf(step, yes)).toEqual([])
  expect(saidOf(step, no('--a'), 'kubernetes')).toEqual(['held'])
  expect(saidOf(step, no('--b'), 'kubernetes')).toEqual([
    'expected refused at --a, got refused: --b: Required value',
  ])
})

it('allows a target to accept what only the genuine service of its dialect refuses', () => {
  expect(saidOf('kubernetes refused 1: --a', yes, 'kubernetes')).toEqual(['follows'])
})

it('treats an empty value of any type as unset', () => {
  const resultWith = (a: unknown): ConfigCheckResult => ({ ...yes, values: { '--a': a } })

  for (const nothing of [undefined, '', 0, '0s', false, [], {}])
    expect(saidOf('defaulted 1: --a = null', resultWith(nothing))).toEqual(['held'])
  expect(saidOf('defaulted 1: --a = null', resultWith('x'))).toEqual(['expected unset, got x'])
})

it('checks a valid command line before an invalid one', () => {
  const asked = commandLineSteps([
    refusedLine(['--a=1', '--b']),
    lineOnlyIn('cluster', acceptedLine('--a')),
    lineWithValue(['--a=0'], '--a', 5),
  ])

  expect(asked.map(({ as, accepts }) => [as, accepts.flags])).toEqual([
    ['cluster accepted 2', ['--a']],
    ['twin', []],
    ['refused 1: --a', ['--a=1', '--b']],
    ['defaulted 3: --a = 5', ['--a=0']],
  ])
})

it('only records unspecified behaviour', () => {
  expect(saidOf('recorded 1: without a', no('a'))).toEqual(['recorded'])
})

it('checks a valid document before any invalid change of it', () => {
  const good = { a: [{ b: 1 }] }
  const asked = configCheckSteps({
    good,
    cases: [
      refusedCase(withoutFields('a[0].b')),
      defaultedCase(withFields({ 'a[0].c': 2 }), 'a[0].b', 1),
    ],
  })

  expect(asked.map(({ as }) => as)).toEqual([
    'twin',
    'refused 1: a[0].b',
    'defaulted 2: a[0].b = 1',
  ])
  expect(asked[1]?.accepts.files).toEqual([
    { name: 'config.yaml', document: { $edit: good, drop: ['/a/0/b'] } },
  ])
})
