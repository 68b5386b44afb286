// Causes that lists and their chunks show.

import type { FailureCause } from './failure-cause.ts'
import { isDone, ofRows } from './explains-rows.ts'
import { isLower, isPartOf, repeats } from './printed-values.ts'

const exactLists = ['LIST-025', 'LIST-012', 'LIST-015', 'LIST-006']
const pages = ['PAGE-005', 'PAGE-004', 'LIST-026', 'LIST-007', 'LIST-008']
const exactListsThatLack = [...exactLists, 'K8S-LIST-019']
const listsThatLack = [...exactListsThatLack, ...pages, 'PAGE-003', 'K8S-PAGE-007']
export const listVersionRows = ['LIST-003', 'K8S-LIST-021', 'LIST-024', 'LIST-018', 'LIST-021']
export const versionTypeRows = ['ENV-003', 'OBJ-022']
/** The rows of lists of the newest state. */
export const newestListRows: readonly string[] = [
  'LIST-001',
  'LIST-004',
  'LIST-023',
  'K8S-LIST-020',
]
const skipped = [
  'PAGE-003',
  'PAGE-005',
  'K8S-PAGE-001',
  'K8S-PAGE-002',
  'K8S-PAGE-007',
  'PAGE-002',
  'LIST-007',
  'LIST-008',
  'LIST-026',
]
const repeated = ['PAGE-003', 'PAGE-005', 'K8S-PAGE-001', 'K8S-PAGE-002', 'K8S-PAGE-007']
const selectorRows = ['K8S-LIST-013', 'K8S-LIST-015', 'K8S-LIST-017']

/** The rows of lists at exact versions, which show whether earlier states are complete. */
export const exactListRows: readonly string[] = exactListsThatLack

export const causesOfLists: FailureCause[] = [
  {
    title: 'Lists of an earlier state lack objects that were deleted since',
    rowsMin: 2,
    severity: 'data',
    leads: ['LIST-025', 'PAGE-005', ...listsThatLack],
    // Chunks may also lack objects because each comes from the newest state. Lists at exact
    // versions show that it is the earlier state that lacks them.
    explains: ofRows(
      listsThatLack,
      failed => isDone(failed) && failed.areDeletedObjectsLost && failed.isDeletedObjectMissing,
    ),
  },
  {
    title: 'The version of a list is lower than that of an earlier list or write',
    severity: 'data',
    leads: listVersionRows,
    // With such a version, lists at an exact version look wrong as well.
    explains: ofRows(
      exactListsThatLack,
      failed =>
        failed.areListVersionsLow &&
        isDone(failed) &&
        (isLower(failed) || failed.id === 'K8S-LIST-019'),
    ),
  },
  {
    title: 'Lists at an exact version return another state',
    severity: 'data',
    leads: exactLists,
    explains: ofRows(exactLists, isDone),
  },
  {
    title: 'Lists show an older state than acknowledged writes',
    rowsMin: 2,
    severity: 'data',
    leads: ['K8S-LIST-021', ...newestListRows],
    explains: ofRows(
      ['K8S-LIST-021', ...newestListRows],
      failed => failed.areListsStale && isDone(failed),
    ),
  },
  {
    title: 'The version of a list is lower than that of an earlier list or write',
    rowsMin: 2,
    severity: 'data',
    leads: listVersionRows,
    explains: ofRows(
      listVersionRows,
      failed => isDone(failed) && /^(at least )?\d+/.test(failed.expected),
    ),
  },
  {
    title: 'resourceVersion is not a string',
    severity: 'data',
    leads: versionTypeRows,
    // Laws read no version from a number, so they see none, or none that is later.
    explains: failed =>
      ofRows(versionTypeRows, ({ got }) => /^\d+$/.test(got))(failed) ||
      (failed.areVersionsNumbers &&
        (/^a version (other than|after) \d|^\/metadata\/resourceVersion: a text$/.test(
          failed.expected,
        ) ||
          /\b(no|without) \/metadata\/resourceVersion$/.test(failed.got) ||
          failed.expected.endsWith('with a resourceVersion alone'))),
  },
  {
    title: 'The chunks of a list repeat objects',
    severity: 'data',
    leads: ['PAGE-003'],
    explains: ofRows(repeated, failed => isDone(failed) && repeats(failed.got)),
  },
  {
    title: 'The chunks of a list skip objects',
    rowsMin: 2,
    severity: 'data',
    leads: skipped,
    explains: ofRows(
      skipped,
      failed => isDone(failed) && (failed.got === 'no token' || isPartOf(failed)),
    ),
  },
  {
    title: 'Tables are cut off: they have no continue token',
    severity: 'data',
    leads: ['K8S-TABLE-006'],
    explains: ofRows(['K8S-TABLE-006'], failed => failed.expected === 'a token'),
  },
  {
    title: 'The chunks of a list come from different states',
    severity: 'data',
    leads: pages,
    explains: ofRows([...pages, 'K8S-PAGE-007'], isDone),
  },
  {
    title: 'Lists return other objects than the selector selects',
    severity: 'data',
    leads: selectorRows,
    explains: ofRows(selectorRows, isDone),
  },
]
