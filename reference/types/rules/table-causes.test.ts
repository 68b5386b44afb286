import { expect, it } from 'vitest'

import { tableCauses } from './table-causes.ts'
import { ruleTableOf, ruleTables } from './rules-by-kind.ts'
import type { RuleTable } from './rule-table.ts'
import { validators } from './validators.ts'

const isCause = <T>(one: T | undefined): one is T => one !== undefined
const many = (count: number) => Array.from({ length: count }, (_, index) => index)

it('finds a hundred causes in a list that is too long to spread as arguments', () => {
  const table: RuleTable = { list: [{ is: 'unique' }] }

  const causes = [...tableCauses(table, { list: many(300_000).fill(7) }, {})].filter(isCause)

  expect(causes).toHaveLength(100)
  expect(causes[99]?.field).toBe('list[100]')
})

const pod = (spec: object) => ({ spec: { containers: [], ...spec } })
const tolerations = many(20_000).map(index => ({ operator: 'Exists', key: `k${index}` }))
const schedulingGates = many(100_000).map(index => ({ name: `example.com/${index}` }))
const onExitCodes = { operator: 'NotIn', values: many(300_000) }
const podFailurePolicy = { rules: [{ action: 'FailJob', onExitCodes }] }
const topologySpreadConstraints = many(40_000).map(index => ({
  maxSkew: 1,
  topologyKey: `k${index}`,
  whenUnsatisfiable: 'DoNotSchedule',
}))
const allowedTopologies = many(10_000).map(index => ({
  matchLabelExpressions: [{ key: 'zone', values: [`z${index}`] }],
}))

it.for([
  ['tolerations', 'Pod', pod({ tolerations }), pod({ tolerations: tolerations.toReversed() })],
  ['gates', 'Pod', pod({ schedulingGates }), pod({ schedulingGates: [...schedulingGates] })],
  ['exit codes', 'Job', undefined, { spec: { podFailurePolicy } }],
  ['constraints', 'Pod', undefined, pod({ topologySpreadConstraints })],
  ['topologies', 'StorageClass', undefined, { provisioner: 'p', allowedTopologies }],
] as const)('compares many %s in linear time', ([, kind, old, now]) => {
  const before = process.cpuUsage()
  const causes = [...tableCauses(ruleTableOf(kind) ?? {}, now, { old })].filter(isCause)

  expect(causes.filter(({ reason }) => reason !== 'FieldValueRequired')).toEqual([])
  // This takes half a second. Comparing all pairs of items would take up to a minute.
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(4)
})

it('has exactly the validators that the tables name', () => {
  const named = JSON.stringify(ruleTables).matchAll(/"is":"validator","name":"([^"]*)"/g)

  const names = new Set([...named].map(([, name = '']) => name))

  expect([...names].toSorted()).toEqual(Object.keys(validators).toSorted())
})
