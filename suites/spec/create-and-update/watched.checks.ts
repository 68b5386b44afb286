// Checks that the object in the answer to a write equals the object in its watch event.

import { eventsShowWrittenVersions } from '../../../properties/laws/watch/written-versions.ts'
import { watchFromWrittenVersion } from '../../../properties/scenarios/watch/watched-writes.ts'
import { property } from '../../check.ts'

export default [
  property('WRITE-017', watchFromWrittenVersion(), eventsShowWrittenVersions, {
    observationsMin: 20,
    allowsClusterScope: true,
  }),
]
