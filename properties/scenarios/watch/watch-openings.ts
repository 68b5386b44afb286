// Storms of new watches: dozens are opened one after the other in several lanes while writers write.
// The labels of the end are those of storms.ts.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Scenario, Single } from '../../dsl/scenario.ts'
import {
  create,
  lastBookmarkOf,
  leave,
  list,
  steps,
  together,
  untilType,
  versionOf,
  watch,
} from '../../dsl/steps.ts'
import type { Scope } from '../spread.ts'
import { labelsOf, markedEnd } from './storms.ts'
import { stateFirst } from './watch-lists.ts'
import { made, someScene } from './watched.ts'

/** How each watch of a storm begins: a label, the type and where it looks. */
type Opening = (label: string, role: Role, scope: Scope) => Single[]

const lanes = 5
const watchesOfLane = 6
const scopes: Scope[] = [{ namespace: 0 }, { namespace: 'all' }]

/** Watches of one namespace and of all that are opened beside writers, thirty in all. */
const stormOf = (open: Opening): Arbitrary<Scenario> =>
  someScene({ min: 3, max: 3 }, { min: 12, max: 16 }).map(scene => {
    const { role, writers } = scene
    const watching = Array.from({ length: lanes }, (_, lane) =>
      Array.from({ length: watchesOfLane }, (__, nth) =>
        open(`storm ${lane}-${nth}`, role, scopes[lane % scopes.length] as Scope),
      ),
    )
    return steps(
      ...made(scene),
      together(...writers, ...watching.map(lane => lane.flat())),
      // What is made when all watches are open is not written again.
      ...['later 0', 'later 1', 'later 2'].map((label, index) =>
        create(label, role, `later${index}`),
      ),
      ...markedEnd(role, { namespace: 'all' }, labelsOf(watching.flat())),
    )
  })

/** Lists, and a watch from the version of each. */
export const stormFromLists = (): Arbitrary<Scenario> =>
  stormOf((label, role, scope) => [
    list(`${label} from`, role, scope),
    watch(label, role, { ...scope, resourceVersion: versionOf(`${label} from`) }),
  ])

/** Watches that begin with the newest state, each left at the bookmark behind it and continued there. */
export const stormFromBookmarks = (): Arbitrary<Scenario> =>
  stormOf((label, role, scope) => [
    watch(label, role, { ...scope, ...stateFirst }),
    untilType(label, 'BOOKMARK'),
    leave(label),
    watch(`${label} rest`, role, { ...scope, resourceVersion: lastBookmarkOf(label) }),
  ])

/** Mostly the scenarios of a generator, and some storms. */
export const withStorms = (
  scenarios: Arbitrary<Scenario>,
  storms: Arbitrary<Scenario>,
): Arbitrary<Scenario> =>
  fc.oneof({ weight: 15, arbitrary: scenarios }, { weight: 1, arbitrary: storms })
