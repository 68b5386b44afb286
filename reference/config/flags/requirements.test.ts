// Every requirement that a command line can show is covered by a row or rule, or is listed here
// with what it needs.

import { expect, test } from 'vitest'
import { catalogue } from '../../../suites/generated/catalogue.ts'
import { agentFlags } from './flags.table.ts'
import { flagRules } from './flag-rules.ts'

/** How a running agent uses an accepted value. */
const needsTheLoop = {
  serves: [
    'AGENT-139',
    'AGENT-154',
    'AGENT-168',
    'AGENT-187',
    'AGENT-218',
    'AGENT-232',
    'AGENT-233',
    'AGENT-235',
    'AGENT-241',
    'AGENT-269',
  ],
  removesImages: ['AGENT-191', 'AGENT-192', 'AGENT-212', 'AGENT-250', 'AGENT-268'],
  asksTheApiServer: ['AGENT-195', 'AGENT-207', 'AGENT-219', 'AGENT-247', 'AGENT-261'],
  logs: ['AGENT-202'],
  runsPods: [
    'AGENT-213',
    'AGENT-227',
    'AGENT-230',
    'AGENT-251',
    'AGENT-262',
    'AGENT-270',
    'AGENT-271',
    'AGENT-273',
  ],
  asksTheRuntime: ['AGENT-229', 'AGENT-231', 'AGENT-267', 'AGENT-272'],
  usesTheHost: [
    'AGENT-248',
    'AGENT-252',
    'AGENT-253',
    'AGENT-256',
    'AGENT-257',
    'AGENT-258',
    'AGENT-259',
    'AGENT-260',
    'AGENT-263',
    'AGENT-265',
  ],
  usesVolumes: ['AGENT-166', 'AGENT-246', 'AGENT-264'],
}

const named = new Set([
  ...agentFlags.flatMap(flag => [
    ...flag.requirement,
    ...[
      flag.formBy,
      flag.range?.requirement,
      flag.values?.requirement,
      flag.insecure?.requirement,
    ].filter(isThere),
    ...[flag.gate?.requirement, flag.zeroIsDefault?.requirement].filter(isThere),
  ]),
  ...flagRules.map(({ requirement }) => requirement),
])

function isThere(id: string | undefined): id is string {
  return id !== undefined
}

const musts: string[] = catalogue
  .filter(({ surface, strength }) => surface === 'flags' && strength === 'must')
  .map(({ id }) => id)

const elsewhere: string[] = Object.values(needsTheLoop).flat()

test('every must of the flags is kept by a row or a rule, or needs a running agent', () => {
  expect(musts).toHaveLength(244)
  expect(musts.filter(id => !named.has(id) && !elsewhere.includes(id))).toEqual([])
})

test('no must is listed for a running agent that a row or a rule keeps', () => {
  expect(elsewhere.filter(id => named.has(id) || !musts.includes(id))).toEqual([])
})

test('rows and rules name requirements of the catalogue or behaviour of genuine agents', () => {
  const known = new Set<string>(catalogue.map(({ id }) => id))

  expect(
    [...named].filter(requirement => requirement !== 'de facto' && !known.has(requirement)),
  ).toEqual([])
})

test('the first requirement of a row is that of its type and default', () => {
  const titles = new Map<string, string>(catalogue.map(({ id, title }) => [id, title]))
  const rows = agentFlags.filter(({ onlyIn }) => onlyIn !== 'kubernetes')

  expect(rows.map(({ requirement }) => titles.get(requirement[0] ?? ''))).toEqual(
    rows.map(({ name }) => `Flag --${name}: type and default`),
  )
})

test('the flags marked deprecated or alpha are those of the specification', () => {
  const rows = agentFlags.filter(({ onlyIn }) => onlyIn !== 'kubernetes')
  const ofRule = (words: RegExp) =>
    catalogue
      .filter(({ title, rule }) => title.endsWith(': type and default') && words.test(rule))
      .map(({ title }) => /^Flag --([^:]*)/.exec(title)?.[1] ?? '')
      .toSorted()

  expect(
    rows
      .filter(row => row.deprecated)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(ofRule(/ Deprecated\./))
  expect(
    rows
      .filter(row => row.isAlpha)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(ofRule(/ Alpha\./))
})

test('no two flags share a name, letter or field', () => {
  const names = agentFlags
    .flatMap(({ name, kubernetes }) => [name, kubernetes?.name])
    .filter(isThere)
  const letters = agentFlags.map(({ short }) => short).filter(isThere)
  const fields = agentFlags.map(({ field }) => field).filter(isThere)

  for (const all of [names, letters, fields]) expect(new Set(all).size).toBe(all.length)
})

test('rules have unique names and refer to existing flags', () => {
  const names = flagRules.map(({ name }) => name)

  expect(new Set(names).size).toBe(names.length)
  expect(
    flagRules.map(({ flag: at }) => at).filter(at => !agentFlags.some(({ name }) => name === at)),
  ).toEqual([])
})
