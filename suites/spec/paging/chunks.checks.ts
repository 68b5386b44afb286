// What the chunks of one list hold.

import fc from 'fast-check'
import {
  chunksHoldEachItemOnce,
  chunksKeepTheLimit,
  isCompleteWithinLimit,
  pagesShareOneSnapshot,
  pagesShareOneVersion,
  tokensStandWhereItemsRemain,
} from '../../../properties/laws/pages.ts'
import {
  listWithinLimit,
  pagedList,
  pagedSelection,
  pagedUnderWrites,
} from '../../../properties/scenarios/paging.ts'
import { property } from '../../check.ts'

export default [
  property('PAGE-001', pagedList(), chunksKeepTheLimit),
  property('PAGE-002', pagedList(), tokensStandWhereItemsRemain),
  property('PAGE-003', fc.oneof(pagedList(), pagedSelection()), chunksHoldEachItemOnce),
  property('PAGE-004', pagedUnderWrites(), pagesShareOneVersion),
  property('PAGE-005', pagedUnderWrites(), pagesShareOneSnapshot),
  property('PAGE-014', listWithinLimit(), isCompleteWithinLimit),
]
