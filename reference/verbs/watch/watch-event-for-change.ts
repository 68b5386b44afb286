import type { ObjectEvent } from '../../api/watch.ts'
import type { StoreChange, StoredEntry } from '../../api/store.ts'

/**
 * What a change is to one who sees only selected objects (WATCH-014 to WATCH-018): what begins to
 * match was added, what ceases to match was deleted, with the last state that did match under the
 * revision of the change.
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
