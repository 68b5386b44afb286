import type { ObjectEvent } from '../../api/watch.ts'
import type { StoreChange, StoredEntry } from '../../api/store.ts'

/**
 * Returns the event of a change for a watch with a selector (WATCH-014 to WATCH-018). An object
 * that starts to match is ADDED. One that stops matching is DELETED, with its last matching state
 * at the revision of the change.
 */
export function eventForChange(
  { type, entry, previous }: StoreChange,
  isSelected: (entry: StoredEntry) => boolean,
): ObjectEvent | undefined {
  const was = previous !== undefined && isSelected(previous)
  if (type === 'put' && isSelected(entry)) return { type: was ? 'MODIFIED' : 'ADDED', entry }
  if (!was) return undefined
  return { type: 'DELETED', entry: { ...previous, revision: entry.revision } }
}
