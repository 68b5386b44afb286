// Maps the keys of a store to keys of etcd.

import type { StoreChange, Key, RangeQuery, Revision, StoredEntry } from '../../api/store.ts'
import type { KeyRange, KeyValue, EtcdWatchEvent } from './messages.ts'

/** Converts between the keys of the server and those of etcd. */
export type KeySpace = {
  bytes(key: Key): Buffer
  /** The etcd range of all keys with a prefix, from the first one after `after`. */
  range(range: Pick<RangeQuery, 'prefix' | 'after'>): KeyRange
  stored(kv: KeyValue, revision?: Revision): StoredEntry
  /** Converts an event; undefined when etcd no longer has the previous value. */
  change(event: EtcdWatchEvent): StoreChange | undefined
}

/** The keys under a prefix such as `/registry`. */
export function keySpace(prefix: string): KeySpace {
  const root = prefix.endsWith('/') ? prefix : `${prefix}/`
  const rootLength = Buffer.byteLength(root)

  // Copy the value out of its message. Otherwise one small object would keep the buffer of a whole
  // page in memory.
  function stored(kv: KeyValue, revision = revisionOf(kv)): StoredEntry {
    const key = Buffer.from(kv.key).toString('utf8', rootLength) as Key
    return { key, revision, value: Buffer.from(kv.value) }
  }

  return {
    bytes: key => Buffer.from(root + key),

    range({ prefix, after }) {
      const first = Buffer.from(root + prefix)
      // The next possible key after a key is the same key followed by a zero byte.
      const next = after === undefined ? first : Buffer.from(`${root}${after}\0`)
      return { key: next.compare(first) > 0 ? next : first, rangeEnd: endOf(first) }
    },

    stored,

    change({ type, kv, prevKv }) {
      const previous = prevKv ? stored(prevKv) : undefined
      const isRemoval = type === 1
      if (!previous) {
        const isCreation = !isRemoval && String(kv.version) === '1'
        return isCreation ? { type: 'put', entry: stored(kv), previous } : undefined
      }
      return isRemoval
        ? { type: 'remove', entry: { ...previous, revision: revisionOf(kv) }, previous }
        : { type: 'put', entry: stored(kv), previous }
    },
  }
}

const revisionOf = (kv: KeyValue) => String(kv.modRevision) as Revision

/**
 * Returns the end of the range of all keys with this prefix. UTF-8 text contains no byte 0xff, so
 * the last byte can be incremented.
 */
function endOf(first: Buffer): Buffer {
  const end = Buffer.from(first)
  const last = end.length - 1
  end[last] = (end[last] ?? 0) + 1
  return end
}
