// What the chunks of one list hold.

import {
  chunksHoldEachItemOnce,
  chunksKeepTheLimit,
  isCompleteWithinLimit,
  pagesShareOneSnapshot,
  pagesShareOneVersion,
  tokensStandWhereItemsRemain,
} from '../../../properties/laws/paging/pages.ts'
import {
  listWithinLimit,
  pagedList,
  pagedUnderWrites,
} from '../../../properties/scenarios/paging/paging.ts'
import { property } from '../../check.ts'

export default [
  property('PAGE-001', pagedList(), chunksKeepTheLimit),
  property('PAGE-002', pagedList(), tokensStandWhereItemsRemain),
  property('PAGE-003', pagedList(), chunksHoldEachItemOnce),
  property('PAGE-004', pagedUnderWrites(), pagesShareOneVersion),
  property('PAGE-005', pagedUnderWrites(), pagesShareOneSnapshot),
  property('PAGE-014', listWithinLimit(), isCompleteWithinLimit),
]
