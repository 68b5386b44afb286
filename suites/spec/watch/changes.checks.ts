// What a watch tells: every change after its start, each once.

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
  // Alone: what a server loses of its history must be an event of this check, not of another one.
  // Otherwise a loss shows in some repetitions only.
  property('WATCH-011', watchFromVersions(), watchDeliversEveryChange(whole), {
    observationsMin: 20,
    alone: true,
    anyScope: true,
  }),
  property('WATCH-012', watchResumedAfterClose(), watchDeliversEveryChange(joined), {
    observationsMin: 20,
    alone: true,
    anyScope: true,
  }),
]
