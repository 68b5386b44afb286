import { expect, it } from 'vitest'
import type { ConfigCheckResult } from '../../../fixtures/objects/config-check.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { typesAreJudgedAsExpected } from './kinds.ts'
import { versionsAreAlike } from './versions.ts'

const yes: ConfigCheckResult = { accepted: true, findings: [] }
const no = (...paths: string[]): ConfigCheckResult => ({
  accepted: false,
  findings: paths.map(path => ({ path, message: `${path}: Required value` })),
})

type Results = Record<string, ConfigCheckResult>

const historyOf = (results: Results, dialect: string) => {
  const exchanges = Object.entries(results).map(([step, result]) =>
    exchangeOf(step, result.accepted ? 200 : 422, result),
  )
  const history = historyOfExchanges(...exchanges)
  return { ...history, context: { ...history.context, dialect } }
}

const seen =
  (judge: ReturnType<typeof typesAreJudgedAsExpected>) =>
  (results: Results, dialect = 'cluster'): string[] =>
    [...judge(historyOf(results, dialect))].map(one => {
      if (one.kind === 'violated') return `expected ${one.expected}, got ${one.got}`
      return one.kind === 'departure' ? one.presence : one.kind
    })

const types = seen(typesAreJudgedAsExpected('It is so.'))
const versions = seen(versionsAreAlike('It is so.'))

const control = { 'accepted Policy in audit/v1': yes }

it('expects a refusal of a file without a kind at its type', () => {
  const step = 'refused Policy without kind'

  expect(types({ ...control, [step]: no('kind') })).toEqual(['held', 'held'])
  expect(types({ ...control, [step]: no() })).toEqual(['held', 'held'])
  expect(types({ ...control, [step]: yes })).toEqual([
    'held',
    'expected refused at apiVersion or kind, got accepted: Policy without kind',
  ])
  expect(types({ ...control, [step]: no('rules') })).toEqual([
    'held',
    'expected refused at apiVersion or kind, got refused: Policy without kind; rules: Required value',
  ])
})

it('allows a target of the other dialect to depart like the genuine service', () => {
  const step = 'literal Policy without kind'

  expect(types({ ...control, [step]: yes })[1]).toMatch(/^expected refused/)
  expect(types({ ...control, [step]: yes }, 'kubernetes')).toEqual(['held', 'present'])
  expect(types({ ...control, [step]: no('kind') }, 'kubernetes')).toEqual(['held', 'absent'])
})

it('expects all versions of a kind if one is known', () => {
  const other = { 'accepted Policy in audit/v2': no('apiVersion') }

  expect(types({ ...control, ...other })[1]).toMatch(/^expected success, got refused: Policy in/)
  expect(types(other)[0]).toBe('preconditionUnmet')
})

it('does not require the kind that only clients read', () => {
  const client = 'ExecCredential in client.authentication/v1'

  expect(types({ [`accepted ${client}`]: no('kind') })[0]).toBe('notApplicable')
  expect(versions({ [`${client}: unchanged`]: no('kind') })[0]).toBe('notApplicable')
})

const alpha = 'TracingConfiguration in apiserver/v1alpha1'
const beta = 'TracingConfiguration in apiserver/v1beta1'
const good = { [`${alpha}: unchanged`]: yes, [`${beta}: unchanged`]: yes }

it('compares the outcomes of a change in all versions of a kind', () => {
  const changed = (one: ConfigCheckResult, other: ConfigCheckResult) =>
    versions({ ...good, [`${alpha}: endpoint = 7`]: one, [`${beta}: endpoint = 7`]: other })

  expect(changed(no('endpoint'), no('endpoint'))).toEqual(['held', 'held'])
  expect(changed(yes, yes)).toEqual(['held', 'held'])
  expect(changed(no('endpoint'), yes)).toEqual([
    'held',
    'expected refused as in apiserver/v1alpha1, got accepted: TracingConfiguration in apiserver/v1beta1, endpoint = 7',
  ])
})

it('expects a valid document to be accepted in all versions or none', () => {
  const one = { [`${alpha}: unchanged`]: yes, [`${beta}: unchanged`]: no('kind') }
  const none = { [`${alpha}: unchanged`]: no('kind'), [`${beta}: unchanged`]: no('kind') }

  expect(versions(one)[0]).toMatch(/^expected success as in apiserver\/v1alpha1/)
  expect(versions(none)[0]).toBe('preconditionUnmet')
})

it('is inconclusive without an answer', () => {
  const failed = historyOfExchanges(
    exchangeOf(`${alpha}: unchanged`, 0, undefined, { problem: 'ended with 1' }),
  )

  const [first] = versionsAreAlike('It is so.')(failed)
  expect(first).toEqual({ kind: 'preconditionUnmet', because: 'ended with 1' })
})
