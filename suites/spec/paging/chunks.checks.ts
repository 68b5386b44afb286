// Checks the contents of the chunks of a list.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { list } from '../../../properties/dsl/steps.ts'
import type { Scenario } from '../../../properties/dsl/scenario.ts'
import {
  chunksHoldEachItemOnce,
  listWithinLimitIsComplete,
  listsStayWithinLimit,
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

export default [
  property('PAGE-001', pagedAndExisting(), listsStayWithinLimit('all')),
  property('PAGE-002', pagedList(), tokensStandWhereItemsRemain),
  property('PAGE-003', pagedList(), chunksHoldEachItemOnce),
  property('PAGE-004', pagedDuringWrites(), pagesShareOneVersion),
  property('PAGE-005', pagedDuringWrites(), pagesShareOneSnapshot),
  property('PAGE-014', listWithinLimit(), listWithinLimitIsComplete),
]
