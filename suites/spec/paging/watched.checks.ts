// The version of a chunked list as the start of a watch.

import type { History } from '../../../properties/history/history.ts'
import { severalChunks } from '../../../properties/laws/paging/pages.ts'
import { tellsEveryChange } from '../../../properties/laws/watch/reliable.ts'
import { given } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { watchedFromPages } from '../../../properties/scenarios/watch/watched-writes.ts'
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
