// Generates storms of new watches: dozens are opened sequentially in several lanes during writes.
// The final steps have the labels of storms.ts.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Scenario, SingleStep } from '../../dsl/scenario.ts'
import {
  create,
  lastStreamBookmark,
  closeStream,
  list,
  scenarioWith,
  concurrently,
  awaitEventType,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import type { ListScope } from '../labelled-objects.ts'
import { lastWatchesOf, markerSteps } from './storms.ts'
import { streamingListOptions } from './streaming-lists.ts'
import { createSceneObjects, someWatchScene } from './watched.ts'

/** Returns the steps that open one watch of a storm. */
type Opening = (label: string, role: Role, scope: ListScope) => SingleStep[]

const lanes = 5
const watchesOfLane = 6
const scopes: ListScope[] = [{ namespace: 0 }, { namespace: 'all' }]

/** Generates thirty watches of one namespace and of all that are opened during writes. */
const stormOf = (open: Opening): Arbitrary<Scenario> =>
  someWatchScene({ min: 3, max: 3 }, { min: 12, max: 16 }).map(scene => {
    const { role, writers } = scene
    const watching = Array.from({ length: lanes }, (_, lane) =>
      Array.from({ length: watchesOfLane }, (__, nth) =>
        open(`storm ${lane}-${nth}`, role, scopes[lane % scopes.length] as ListScope),
      ),
    )
    return scenarioWith(
      ...createSceneObjects(scene),
      concurrently(...writers, ...watching.map(lane => lane.flat())),
      // These objects are created when all watches are open, and not changed later.
      ...['later 0', 'later 1', 'later 2'].map((label, index) =>
        create(label, role, `later${index}`),
      ),
      ...markerSteps(role, { namespace: 'all' }, lastWatchesOf(watching.flat())),
    )
  })

/** Generates lists, and a watch from the version of each. */
export const stormFromLists = (): Arbitrary<Scenario> =>
  stormOf((label, role, scope) => [
    list(`${label} from`, role, scope),
    watch(label, role, { ...scope, resourceVersion: versionFrom(`${label} from`) }),
  ])

/** Generates watches of the most recent state, each closed at its bookmark and resumed there. */
export const stormFromBookmarks = (): Arbitrary<Scenario> =>
  stormOf((label, role, scope) => [
    watch(label, role, { ...scope, ...streamingListOptions }),
    awaitEventType(label, 'BOOKMARK'),
    closeStream(label),
    watch(`${label} rest`, role, { ...scope, resourceVersion: lastStreamBookmark(label) }),
  ])

/** Generates mostly `scenarios`, and some storms. */
export const withStorms = (
  scenarios: Arbitrary<Scenario>,
  storms: Arbitrary<Scenario>,
): Arbitrary<Scenario> =>
  fc.oneof({ weight: 15, arbitrary: scenarios }, { weight: 1, arbitrary: storms })
