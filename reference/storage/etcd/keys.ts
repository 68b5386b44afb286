// Where the keys of a store lie among all keys of etcd.

import type { StoreChange, Key, RangeQuery, Revision, StoredEntry } from '../../api/store.ts'
import type { KeyRange, KeyValue, EtcdWatchEvent } from './messages.ts'

export type KeySpace = {
  bytes(key: Key): Buffer
  /** All keys of a range, from the first that may be in it. */
  range(range: Pick<RangeQuery, 'prefix' | 'after'>): KeyRange
  stored(kv: KeyValue, revision?: Revision): StoredEntry
  /** Undefined when the value before is gone from etcd. */
  change(event: EtcdWatchEvent): StoreChange | undefined
}

/** The keys under a prefix such as `/registry`. */
export function keySpace(prefix: string): KeySpace {
  const root = prefix.endsWith('/') ? prefix : `${prefix}/`
  const rootLength = Buffer.byteLength(root)

  // Values are copied out of the message they came in, or one small object that is kept would keep
  // the bytes of a whole page.
  function stored(kv: KeyValue, revision = revisionOf(kv)): StoredEntry {
    const key = Buffer.from(kv.key).toString('utf8', rootLength) as Key
    return { key, revision, value: Buffer.from(kv.value) }
  }

  return {
    bytes: key => Buffer.from(root + key),

    range({ prefix, after }) {
      const first = Buffer.from(root + prefix)
      // No key lies between a key and the same with a zero byte behind.
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

/** The first key behind all that start so. Text ends before the byte 0xff, so it can be counted up. */
function endOf(first: Buffer): Buffer {
  const end = Buffer.from(first)
  const last = end.length - 1
  end[last] = (end[last] ?? 0) + 1
  return end
}
