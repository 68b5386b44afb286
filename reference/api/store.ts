// The interface between the server and a storage engine. Engines differ in where they keep the
// bytes; the shared contract test (contract.ts) checks their common behaviour.

/**
 * Serves watches, and reads that may return an older state. Where the store is remote, it holds a
 * copy of the recent states.
 */
export type WatchCache = {
  /** Returns one entry, and the revision of the snapshot that was read. */
  get(key: Key): Promise<{ revision: Revision; entry: StoredEntry | undefined }>
  /**
   * Returns a page of the newest snapshot that the cache shows, or of the snapshot requested, which
   * is read from the store when the cache does not hold it. @throws Compacted, FutureRevision
   */
  range(range: RangeQuery): Promise<RangePage>
  /** The revision of the newest snapshot that the cache shows; it never decreases. */
  revision(): Promise<Revision>
  /**
   * Waits until the cache shows a revision. Resolves to false when the signal fires or the cache
   * ends first.
   */
  waitFor(revision: Revision, signal: AbortSignal): Promise<boolean>
  /**
   * As the watch of the store, but never ahead of the snapshot that the cache shows. The store is
   * read only for changes that the cache does not hold, so it has one reader however many watch the
   * cache.
   */
  watch: Store['watch']
  /** Ends the waits and watches of the cache. The store stays open. */
  close(): Promise<void>
}

/** An engine's version counter, as the decimal string that clients see in `resourceVersion`. */
export type Revision = string & { readonly brand: 'Revision' }

/**
 * `<group>/<resource>/<namespace>/<name>`; no segment holds a `/`. The namespace is empty for
 * cluster scope.
 */
export type Key = string & { readonly brand: 'Key' }

/** One version of one object: its encoded bytes, without `metadata.resourceVersion`. */
export type StoredEntry = {
  readonly key: Key
  readonly revision: Revision
  readonly value: Buffer
  /** Set if the same value would be stored in another way now, for example with another key. */
  readonly isStale?: true
}

/**
 * The precondition of a write: the current revision that it is based on, or that the key is absent.
 */
export type Guard = { basedOn: Revision } | { absent: true }

/** A write of one key, with its precondition. */
export type StoreWrite =
  | { key: Key; guard: Guard; value: Buffer }
  | { key: Key; guard: { basedOn: Revision }; remove: true }

/** A read of the keys with a prefix, in one snapshot. */
export type RangeQuery = {
  /** Keys that start with this string, in byte order. */
  prefix: string
  /** Only keys after this one. */
  after?: Key
  /** The maximum number of entries; all when absent. */
  limit?: number
  /** The snapshot to read; the newest when absent. */
  revision?: Revision
  /** Omits entries whose values cannot be read, instead of rejecting with CorruptValue. */
  skipsUnreadable?: true
}

/** The entries that a range query returns. */
export type RangePage = {
  /** The snapshot that was read. */
  revision: Revision
  entries: StoredEntry[]
  /** The number of keys of the range after the last entry in that snapshot. */
  remaining: number
  /** The last key of the page if entries were omitted as unreadable. */
  last?: Key
}

/** For a removal, `entry` is the last value with the revision of the removal. */
export type StoreChange =
  | { type: 'put'; entry: StoredEntry; previous: StoredEntry | undefined }
  | { type: 'remove'; entry: StoredEntry; previous: StoredEntry }

/**
 * A versioned key-value store with snapshots. Every method may reject with one of the errors below;
 * any other error is a bug of the engine.
 */
export type Store = {
  get(key: Key): Promise<StoredEntry | undefined>
  range(range: RangeQuery): Promise<RangePage>
  /**
   * Writes one key if its guard holds; a removal returns the `entry` of its `StoreChange`.
   * @throws WriteConflict, Unavailable
   */
  commit(write: StoreWrite): Promise<StoredEntry>
  /** The newest committed revision. */
  revision(): Promise<Revision>
  /**
   * Yields the changes after a revision, in order, until the signal fires or the store is closed.
   * The first `next()` rejects with Compacted or FutureRevision; a reader that falls behind the
   * retained history gets Compacted later.
   *
   * An engine whose revisions also count writes outside its key space calls `pass` with the
   * revision up to which the reader has received every change, soon after `revision()` has returned
   * it. Without that call a reader that waits for such a revision would wait for ever. Other
   * engines need not call it.
   */
  watch(
    prefix: string,
    after: Revision,
    signal: AbortSignal,
    pass?: (revision: Revision) => void,
  ): AsyncIterable<StoreChange>
  /**
   * Discards snapshots before `keep`; discarded snapshots stay so.
   * @throws FutureRevision, Unavailable
   */
  compact(keep: Revision): Promise<void>
  /**
   * Resolves unless writes are refused at present because the space is exhausted or the disk
   * failed.
   * @throws Unavailable with the reason, for administrators
   */
  checkWritable(): Promise<void>
  close(): Promise<void>
}

/** The guard did not hold; `current` is the present entry. */
export class WriteConflict extends Error {
  override name = 'WriteConflict'
  readonly current: StoredEntry | undefined

  constructor(current: StoredEntry | undefined) {
    super(current ? `the key is at revision ${current.revision}` : 'the key does not exist')
    this.current = current
  }
}

/** The requested snapshot is no longer kept. */
export class Compacted extends Error {
  override name = 'Compacted'
  readonly oldest: Revision

  constructor(oldest: Revision) {
    super(`the oldest revision kept is ${oldest}`)
    this.oldest = oldest
  }
}

/** The requested snapshot does not exist yet. */
export class FutureRevision extends Error {
  override name = 'FutureRevision'
  readonly newest: Revision

  constructor(newest: Revision) {
    super(`the newest revision is ${newest}`)
    this.newest = newest
  }
}

/**
 * The engine cannot be reached, did not answer in time, or cannot take the request at present. For
 * a refused commit, `effect` is `none` if it is certain that nothing was written; `unknown` means
 * that the answer was lost, so that only a later read can show it.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
  readonly effect: 'none' | 'unknown'

  constructor(message: string, options: { effect: 'none' | 'unknown'; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.effect = options.effect
  }
}

/** There is no space for a write. Nothing of it was written, and reads still work. */
export class OutOfSpace extends Unavailable {
  override name = 'OutOfSpace'

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, { effect: 'none', cause: options.cause })
  }
}

/** The value exceeds the size limit of the engine; nothing was written. */
export class ValueTooLarge extends Error {
  override name = 'ValueTooLarge'
}

/** The value under a key cannot be decoded. Its key and revision are enough to remove it. */
export class CorruptValue extends Error {
  override name = 'CorruptValue'
  readonly key: Key
  readonly revision: Revision

  constructor({ key, revision }: Pick<StoredEntry, 'key' | 'revision'>) {
    super(`the value of ${key} at revision ${revision} cannot be read`)
    this.key = key
    this.revision = revision
  }
}

/** The value of a write cannot be encrypted. Nothing was written. */
export class SealFailure extends Error {
  override name = 'SealFailure'

  constructor(key: Key, options: { cause: unknown }) {
    super(`the value of ${key} cannot be encrypted`, options)
  }
}
