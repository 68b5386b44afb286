import type { Page, Range, Revision, Stored } from './storage.ts'
import { countWhile, slice, type Tree } from './tree.ts'

/** Everything that a store held at a revision. */
export type Snapshot = { readonly revision: Revision; readonly root: Tree<Stored> }

/**
 * Reads one page of a snapshot. O(log n + limit). Keys are compared as JS strings, by UTF-16 units.
 * Names are ASCII, so this is byte order.
 */
export function pageOf({ revision, root }: Snapshot, { prefix, after, limit }: Range): Page {
  const isBefore = (key: string) => key < prefix || (after !== undefined && key <= after)
  const isInOrBefore = (key: string) => key < prefix || key.startsWith(prefix)
  const end = countWhile(root, isInOrBefore)
  const start = Math.min(countWhile(root, isBefore), end)
  const entries = slice(root, start, limit === undefined ? end : Math.min(start + limit, end))
  return { revision, entries, remaining: end - start - entries.length }
}
