import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestsOf } from '../../dsl/scenario.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import {
  watchesDuringCollectionDelete,
  watchesDuringGarbageCollection,
  watchesDuringNamespaceDeletion,
} from './storms.ts'
import { stormFromBookmarks, stormFromLists, withStorms } from './watch-openings.ts'

const storms = {
  waitingForCollections: watchesDuringCollectionDelete,
  waitingForGarbage: watchesDuringGarbageCollection,
  waitingForNamespaces: watchesDuringNamespaceDeletion,
  stormFromBookmarks,
  stormFromLists,
}

const watchesIn = (scenario: Scenario) =>
  requestsOf(scenario).filter(({ query = {} }) => 'watch' in query)

test.each(Object.entries(storms))(
  '%s opens at most dozens of watches, and creates at most as many objects',
  (_name, storm) => {
    for (const scenario of fc.sample(storm(), { numRuns: 20, seed: 1 })) {
      const creates = requestsOf(scenario).filter(({ method }) => method === 'POST')

      expect(watchesIn(scenario).length).toBeGreaterThanOrEqual(30)
      expect(watchesIn(scenario).length).toBeLessThanOrEqual(61)
      expect(creates.length).toBeLessThanOrEqual(60)
    }
  },
)

test('a watch waits for each version that the removal of an owner causes', () => {
  for (const scenario of fc.sample(watchesDuringGarbageCollection(), { numRuns: 5, seed: 1 })) {
    const distances = watchesIn(scenario).flatMap(({ query }) => {
      const version = query?.['resourceVersion']
      return typeof version === 'object' && version !== null && 'by' in version ? [version.by] : []
    })

    expect(distances).toEqual(Array.from({ length: distances.length }, (_, index) => index + 1))
    expect(distances.length).toBeGreaterThanOrEqual(30)
  }
})

test('some scenarios of a check are storms', () => {
  const drawn = fc.sample(withStorms(fc.constant({ steps: [] }), stormFromLists()), {
    numRuns: 160,
    seed: 1,
  })
  const share = drawn.filter(({ steps }) => steps.length > 0).length / drawn.length

  expect(share).toBeGreaterThan(0.02)
  expect(share).toBeLessThan(0.12)
})
