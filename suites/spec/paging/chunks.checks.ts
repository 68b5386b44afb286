// Checks the contents of the chunks of a list.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { list } from '../../../properties/dsl/steps.ts'
import type { Scenario } from '../../../properties/dsl/scenario.ts'
import { isSuccess, itemsOf } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  chunksHoldEachItemOnce,
  chunksStayWithinLimit,
  listWithinLimitIsComplete,
  pagesShareOneSnapshot,
  pagesShareOneVersion,
  tokensStandWhereItemsRemain,
} from '../../../properties/laws/paging/pages.ts'
import {
  listWithinLimit,
  pagedList,
  pagedDuringWrites,
} from '../../../properties/scenarios/paging/paging.ts'
import { property } from '../../check.ts'

const inAllNamespaces = list('all', 'main', { namespace: 'all', limit: 1 })

/** Adds a list of objects that may have existed before, to some scenarios. */
const pagedAndExisting = (): Arbitrary<Scenario> =>
  fc
    .tuple(pagedList(), fc.boolean())
    .map(([paged, isAlone]) =>
      isAlone ? paged : { ...paged, steps: [inAllNamespaces, ...paged.steps] },
    )

/** Judges the list of all objects before the chunks, which need objects of the scenario. */
function* listsStayWithinLimit(history: History): Generator<Observation> {
  const all = history.exchanges.find(({ step }) => step === inAllNamespaces.as)
  const count = all && isSuccess(all) ? itemsOf(all)?.length : undefined
  // A shorter list may be complete, and then shows nothing.
  if (all && count !== undefined && count > 1)
    return yield verify(false, {
      says: 'A chunk holds at most `limit` items.',
      expected: 'at most 1 item',
      got: `${count} items`,
      at: all,
    })
  yield* chunksStayWithinLimit(history)
}

export default [
  property('PAGE-001', pagedAndExisting(), listsStayWithinLimit),
  property('PAGE-002', pagedList(), tokensStandWhereItemsRemain),
  property('PAGE-003', pagedList(), chunksHoldEachItemOnce),
  property('PAGE-004', pagedDuringWrites(), pagesShareOneVersion),
  property('PAGE-005', pagedDuringWrites(), pagesShareOneSnapshot),
  property('PAGE-014', listWithinLimit(), listWithinLimitIsComplete),
]
