// The version of a chunked list as the start of a watch.

import type { History } from '../../../properties/history.ts'
import { severalChunks } from '../../../properties/laws/pages.ts'
import { tellsEveryChange } from '../../../properties/laws/watch/reliable.ts'
import { given } from '../../../properties/observation.ts'
import type { Observation } from '../../../properties/observation.ts'
import { watchedFromPages } from '../../../properties/scenarios/watched-writes.ts'
import { property } from '../../check.ts'

const tellsOn = tellsEveryChange({
  parts: ['watch'],
  waits: ['watch shows marker'],
  marker: 'marker',
})

function* pagesCanBeWatched(history: History): Generator<Observation> {
  const pages = yield* severalChunks(history, 'page')
  yield* given(pages.length > 1, 'the list has one chunk only')
  yield* tellsOn(history)
}

export default [
  property('PAGE-012', watchedFromPages(), pagesCanBeWatched, { observationsMin: 20 }),
]
