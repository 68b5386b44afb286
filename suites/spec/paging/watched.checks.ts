// Checks watches that start at the version of a chunked list.

import type { History } from '../../../properties/history/history.ts'
import { requireChunks, requireWholeSnapshot } from '../../../properties/laws/paging/pages.ts'
import { watchDeliversEveryChange } from '../../../properties/laws/watch/reliable.ts'
import { precondition } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { watchFromPagedList } from '../../../properties/scenarios/watch/watched-writes.ts'
import { property } from '../../check.ts'

const tellsOn = watchDeliversEveryChange({
  parts: ['watch'],
  waits: ['watch shows marker'],
  marker: 'marker',
})

function* pagesCanBeWatched(history: History): Generator<Observation> {
  const pages = yield* requireChunks(history, 'page')
  yield* precondition(pages.length > 1, 'the list has one chunk only')
  // Otherwise the version of the chunks is not that of their items (PAGE-005).
  yield* requireWholeSnapshot(history, pages)
  yield* tellsOn(history)
}

export default [
  property('PAGE-012', watchFromPagedList(), pagesCanBeWatched, {
    observationsMin: 20,
    allowsClusterScope: true,
  }),
]
