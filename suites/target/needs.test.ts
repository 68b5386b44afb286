import fc from 'fast-check'
import { expect, it } from 'vitest'
import { webHost } from '../../properties/dsl/setup-names.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import {
  advanceClock,
  compactHistory,
  expireVersions,
  rawRequest,
  scenarioWith,
  concurrently,
  listByChunks,
} from '../../properties/dsl/steps.ts'
import { checks } from '../generated/checks.ts'
import { disturbsOthers, needsOf } from './needs.ts'
import { seedOf } from '../select/seed.ts'
import { startsPrograms } from '../select/started-programs.ts'

const as = (who: 'admin' | 'limited' | 'anonymous') => rawRequest('a', 'GET', '/', { who })

it('collects the needs of scenarios from their steps, once each', () => {
  const scenario = scenarioWith(
    as('admin'),
    listByChunks(as('limited'), [[as('anonymous')]]),
    concurrently([as('limited')], [rawRequest('b', 'GET', '/', { server: 'Gate=true' })]),
    compactHistory('c'),
    expireVersions('d'),
    advanceClock('e', 1),
    { as: 'f', define: {} },
  )

  expect(needsOf(scenario)).toEqual([
    'compact',
    'expire',
    'advance',
    'feature custom-resources',
    'identity limited',
    'identity anonymous',
    'alternate Gate=true',
  ])
})

it('requires only the facts that a question sets', () => {
  const asking = (...names: string[]) => ({
    as: 'accepted 1',
    accepts: { files: [], facts: Object.fromEntries(names.map(name => [name, 'true'])) },
  })

  expect(needsOf(scenarioWith(asking()))).toEqual(['accepts'])
  expect(needsOf(scenarioWith(asking('--anonymous-auth')))).toEqual(['accepts'])
  expect(needsOf(scenarioWith(asking('lenient'), asking('swap', 'vm.panic_on_oom')))).toEqual([
    'accepts',
    'feature lenient-configuration',
    'feature described-machine',
  ])
})

it('combines several scenarios, with each need once', () => {
  expect(
    needsOf(
      scenarioWith(as('limited')),
      scenarioWith(as('limited'), as('anonymous')),
      scenarioWith(),
    ),
  ).toEqual(['identity limited', 'identity anonymous'])
})

it('covers every identity, alternate configuration and control of the checks', {
  timeout: 120_000,
}, () => {
  const scenarios = checks.map(check => [check, drawn(check.scenarios, check.id)] as const)

  const missed = scenarios.flatMap(([check, all]) => {
    const needs = [...check.needs, ...needsOf(...all)]
    const missing = all.flatMap(mentioned).filter(need => !needs.some(one => one === need))
    return [...new Set(missing)].map(need => `${check.id}: ${need}`)
  })
  const besideOthers = scenarios.filter(
    ([check, all]) => !check.alone && needsOf(...all).some(disturbsOthers),
  )

  // A smoke run leaves these out by their needs, before it draws scenarios.
  const unknownStarts = scenarios.filter(
    ([check, all]) =>
      !startsPrograms(check) &&
      needsOf(...all).some(need => need === 'start' || need === 'startAgent'),
  )

  expect(missed).toEqual([])
  expect(unknownStarts.map(([check]) => check.id)).toEqual([])
  expect(besideOthers.map(([check]) => check.id)).toEqual([])
})

const drawn = (scenarios: fc.Arbitrary<Scenario>, id: string): Scenario[] =>
  fc.sample(scenarios, { seed: seedOf(4, id), numRuns: 5 })

/** Reads only the keys of the data, so that a new kind of step cannot hide its needs. */
function mentioned(scenario: Scenario): string[] {
  const found: string[] = []
  JSON.stringify(scenario, function (this: object, key: string, value: unknown) {
    if (key === 'who' && value !== 'admin') found.push(`identity ${String(value)}`)
    // Servers of setups, and the host of their issuers. The host of webhooks needs nothing.
    const isServer = key === 'server' && 'to' in this
    const isStarted = isServer && /^(setup:|host:issuers)/.test(String(value))
    if (isStarted) found.push('start')
    else if (isServer && String(value).startsWith('agent:')) found.push('startAgent')
    else if (isServer && value !== webHost) found.push(`alternate ${String(value)}`)
    if (key === 'control') found.push(String(value))
    if (key === 'define') found.push('feature custom-resources')
    return value
  })
  return found
}
