import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isConfigCheckStep } from '../../dsl/scenario.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import { tableKinds } from '../../models/config/kinds.ts'
import { filesOfOtherTypes, filesWithoutType, kindLabelOf } from './kind-files.ts'
import { filesInAllVersions, versionLabelOf } from './version-files.ts'

const generators = {
  'without a type': [filesWithoutType(), kindLabelOf],
  'of other types': [filesOfOtherTypes(), kindLabelOf],
  'in all versions': [filesInAllVersions(), versionLabelOf],
} as const

test.each(Object.entries(generators))(
  'files %s have labels that are unique',
  (_, [drawn, labelOf]) => {
    fc.assert(
      fc.property(drawn as fc.Arbitrary<Scenario>, ({ steps }) => {
        const labels = steps.filter(isConfigCheckStep).map(({ as }) => as)

        expect(new Set(labels).size).toBe(labels.length)
        expect(labels.filter(label => labelOf(label) === undefined)).toEqual([])
      }),
      { numRuns: 10 },
    )
  },
)

const labels = ({ steps }: Scenario) =>
  steps.filter(isConfigCheckStep).flatMap(({ as }) => kindLabelOf(as) ?? [])

test('every kind has a case without each member, in every scenario', () => {
  const [scenario] = fc.sample(filesWithoutType(), { numRuns: 1, seed: 1 })

  const all = labels(scenario as Scenario)

  for (const { kind } of tableKinds)
    expect(all.filter(one => one.kind === kind).map(({ expect }) => expect)).toHaveLength(5)
})

test('no case expects a version of a kind to be refused', () => {
  fc.assert(
    fc.property(filesOfOtherTypes(), scenario => {
      const all = labels(scenario)
      for (const { kind, versions } of tableKinds) {
        const lawful = versions.map(version => `in ${version.join('/')}`)
        const own = all.filter(one => one.kind === kind)
        const accepted = own.filter(({ expect }) => expect === 'accepted')

        expect(accepted.map(({ words }) => words)).toEqual(lawful)
        expect(own.filter(one => lawful.includes(one.words))).toEqual(accepted)
      }
    }),
    { numRuns: 20 },
  )
})
