import type { RangePage, RangeQuery, Revision, StoredEntry } from '../api/store.ts'
import { countWhile, treeSlice, type Tree } from './tree.ts'

/** The contents of a store at a revision. */
export type Snapshot = { readonly revision: Revision; readonly root: Tree<StoredEntry> }

/**
 * Reads one page of a snapshot. O(log n + limit). Keys are compared as JS strings, by UTF-16 units.
 * Names are ASCII, so this is byte order.
 */
export function readSnapshotPage(
  { revision, root }: Snapshot,
  { prefix, after, limit }: RangeQuery,
): RangePage {
  const isBefore = (key: string) => key < prefix || (after !== undefined && key <= after)
  const isInOrBefore = (key: string) => key < prefix || key.startsWith(prefix)
  const end = countWhile(root, isInOrBefore)
  const start = Math.min(countWhile(root, isBefore), end)
  const entries = treeSlice(root, start, limit === undefined ? end : Math.min(start + limit, end))
  return { revision, entries, remaining: end - start - entries.length }
}
