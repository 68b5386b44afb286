// Checks that a watch delivers every change after its start exactly once.

import { watchDeliversEveryChange } from '../../../properties/laws/watch/reliable.ts'
import {
  watchFromVersions,
  watchResumedAfterClose,
} from '../../../properties/scenarios/watch/watched.ts'
import { property } from '../../check.ts'

const whole = { parts: ['watch'] as [string], waits: ['watch shows marker'], marker: 'marker' }
const joined = {
  parts: ['watch', 'rest'] as [string, string],
  waits: ['rest shows marker'],
  marker: 'marker',
}

export default [
  // These checks run alone, so that an event that the server loses is always one of this check.
  // Otherwise a loss would show only in some repetitions.
  property('WATCH-011', watchFromVersions(), watchDeliversEveryChange(whole), {
    observationsMin: 20,
    alone: true,
    allowsClusterScope: true,
  }),
  property('WATCH-012', watchResumedAfterClose(), watchDeliversEveryChange(joined), {
    observationsMin: 20,
    alone: true,
    allowsClusterScope: true,
  }),
]
