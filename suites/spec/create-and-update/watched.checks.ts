// What a write answers is what a watch shows of it.

import { eventsShowTheVersions } from '../../../properties/laws/watch/written-versions.ts'
import { watchedWhileWritten } from '../../../properties/scenarios/watch/watched-writes.ts'
import { property } from '../../check.ts'

export default [
  property('WRITE-017', watchedWhileWritten(), eventsShowTheVersions, { observationsMin: 20 }),
]
