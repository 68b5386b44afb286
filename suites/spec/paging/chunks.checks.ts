// Checks the contents of the chunks of a list.

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

export default [
  property('PAGE-001', pagedList(), chunksStayWithinLimit),
  property('PAGE-002', pagedList(), tokensStandWhereItemsRemain),
  property('PAGE-003', pagedList(), chunksHoldEachItemOnce),
  property('PAGE-004', pagedDuringWrites(), pagesShareOneVersion),
  property('PAGE-005', pagedDuringWrites(), pagesShareOneSnapshot),
  property('PAGE-014', listWithinLimit(), listWithinLimitIsComplete),
]
