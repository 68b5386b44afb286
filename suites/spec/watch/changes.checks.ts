// What a watch tells: every change after its start, each once.

import { tellsEveryChange } from '../../../properties/laws/watch/reliable.ts'
import { watchedFromVersions, watchedOverCuts } from '../../../properties/scenarios/watched.ts'
import { property } from '../../check.ts'

const whole = { parts: ['watch'] as [string], waits: ['watch shows marker'], marker: 'marker' }
const joined = {
  parts: ['watch', 'rest'] as [string, string],
  waits: ['rest shows marker'],
  marker: 'marker',
}

export default [
  property('WATCH-011', watchedFromVersions(), tellsEveryChange(whole), { observationsMin: 20 }),
  property('WATCH-012', watchedOverCuts(), tellsEveryChange(joined), { observationsMin: 20 }),
]
