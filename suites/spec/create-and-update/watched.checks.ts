// What a write answers is what a watch shows of it.

import { eventsShowWrittenVersions } from '../../../properties/laws/watch/written-versions.ts'
import { watchFromWrittenVersion } from '../../../properties/scenarios/watch/watched-writes.ts'
import { property } from '../../check.ts'

export default [
  property('WRITE-017', watchFromWrittenVersion(), eventsShowWrittenVersions, {
    observationsMin: 20,
    anyScope: true,
  }),
]
