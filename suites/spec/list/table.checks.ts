// Checks the list table of the specification, one cell per check: the meaning of each combination
// of list parameters.

import { exchangeAt } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  listIsRefusedUnlikeControl,
  listShowsAnyState,
  listShowsExactVersion,
  listShowsMostRecent,
  listShowsNextChunkOf,
  listShowsNotOlderThan,
} from '../../../properties/laws/list/lists.ts'
import type { ListLaw } from '../../../properties/laws/list/lists.ts'
import { listWithControl, listInChanges } from '../../../properties/scenarios/list/list-table.ts'
import type { ListTableCell } from '../../../properties/scenarios/list/list-table.ts'
import { example, property } from '../../check.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const laws = {
  'Most Recent': listShowsMostRecent,
  Any: listShowsAnyState,
  'Not older than': listShowsNotOlderThan,
  Exact: listShowsExactVersion,
  Continuation: listShowsNextChunkOf('then'),
  Invalid: listIsRefusedUnlikeControl('twin'),
  'Invalid (400)': listIsRefusedUnlikeControl('twin', 400),
} satisfies Record<string, ListLaw>

type Row = [
  Id,
  ListTableCell['match'],
  ListTableCell['paging'],
  ListTableCell['version'],
  keyof typeof laws,
]

const table: Row[] = [
  ['LIST-001', 'unset', 'no limit', 'unset', 'Most Recent'],
  ['LIST-002', 'unset', 'no limit', 'zero', 'Any'],
  ['LIST-003', 'unset', 'no limit', 'other', 'Not older than'],
  ['LIST-004', 'unset', 'limit', 'unset', 'Most Recent'],
  ['LIST-005', 'unset', 'limit', 'zero', 'Any'],
  ['LIST-006', 'unset', 'limit', 'other', 'Exact'],
  ['LIST-007', 'unset', 'continue', 'unset', 'Continuation'],
  ['LIST-008', 'unset', 'continue', 'zero', 'Continuation'],
  ['LIST-009', 'unset', 'continue', 'other', 'Invalid (400)'],
  ['LIST-010', 'Exact', 'no limit', 'unset', 'Invalid'],
  ['LIST-011', 'Exact', 'no limit', 'zero', 'Invalid'],
  ['LIST-012', 'Exact', 'no limit', 'other', 'Exact'],
  ['LIST-013', 'Exact', 'limit', 'unset', 'Invalid'],
  ['LIST-014', 'Exact', 'limit', 'zero', 'Invalid'],
  ['LIST-015', 'Exact', 'limit', 'other', 'Exact'],
  ['LIST-016', 'NotOlderThan', 'no limit', 'unset', 'Invalid'],
  ['LIST-017', 'NotOlderThan', 'no limit', 'zero', 'Any'],
  ['LIST-018', 'NotOlderThan', 'no limit', 'other', 'Not older than'],
  ['LIST-019', 'NotOlderThan', 'limit', 'unset', 'Invalid'],
  ['LIST-020', 'NotOlderThan', 'limit', 'zero', 'Any'],
  ['LIST-021', 'NotOlderThan', 'limit', 'other', 'Not older than'],
]

/**
 * Returns the most similar combination that the table allows: a match with a version, or a token
 * without one.
 */
const validTwinOf = (cell: ListTableCell): ListTableCell => ({
  ...cell,
  version: cell.paging === 'continue' ? 'unset' : 'other',
})

export default table.map(([id, match, paging, version, meaning]): Check => {
  const cell: ListTableCell = { match, paging, version }
  const judge = (history: History) => laws[meaning](history, exchangeAt(history, 'list'))
  if (meaning === 'Invalid' || meaning === 'Invalid (400)')
    return example(id, listWithControl(cell, validTwinOf(cell)), judge)
  return property(id, listInChanges(cell), judge)
})
