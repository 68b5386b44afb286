// What the server asks of a storage engine. Engines differ in where the bytes live; the shared
// contract test (contract.ts) says what they have in common.

export type WatchCache = {
  /** One key, and the revision at which it was so. */
  get(key: Key): Promise<{ revision: Revision; entry: StoredEntry | undefined }>
  /**
   * A page of the newest snapshot that the cache shows, or of the one that is asked for, which the
   * store reads when the cache does not hold it. @throws Compacted, FutureRevision
   */
  range(range: RangeQuery): Promise<RangePage>
  /** The revision of the newest snapshot that the cache shows; it never goes back. */
  revision(): Promise<Revision>
  /** Waits until the cache shows a revision. False when the signal fires or the cache ends first. */
  reached(revision: Revision, signal: AbortSignal): Promise<boolean>
  /**
   * As the watch of the store, but never ahead of what the cache shows. The store is asked only for
   * what the cache does not hold, so it has one reader however many read here.
   */
  watch: Store['watch']
  /** Ends waits and watches of the cache. The store stays open. */
  close(): Promise<void>
}

/** An engine's version counter, as the decimal string that clients see in `resourceVersion`. */
export type Revision = string & { readonly brand: 'Revision' }

/**
 * `<group>/<resource>/<namespace>/<name>`; no segment holds a `/`. The namespace is empty for
 * cluster scope.
 */
export type Key = string & { readonly brand: 'Key' }

/** One version of one object: its bytes as encoded once, without `metadata.resourceVersion`. */
export type StoredEntry = { readonly key: Key; readonly revision: Revision; readonly value: Buffer }

/** What must still be true for a write to happen: the version it is based on, or nothing there. */
export type Guard = { basedOn: Revision } | { absent: true }

export type StoreWrite =
  | { key: Key; guard: Guard; value: Buffer }
  | { key: Key; guard: { basedOn: Revision }; remove: true }

export type RangeQuery = {
  /** Keys that start with this string, in byte order. */
  prefix: string
  /** Only keys after this one. */
  after?: Key
  /** At most so many; all when absent. */
  limit?: number
  /** The snapshot to read; the newest when absent. */
  at?: Revision
}

export type RangePage = {
  /** The snapshot that was read. */
  revision: Revision
  entries: StoredEntry[]
  /** How many keys of the range follow the last entry in that snapshot. */
  remaining: number
}

/** For a removal, `entry` is the last value under the revision of the removal. */
export type StoreChange =
  | { type: 'put'; entry: StoredEntry; previous: StoredEntry | undefined }
  | { type: 'remove'; entry: StoredEntry; previous: StoredEntry }

/**
 * A versioned key-value store with snapshots. Every method may reject with one of the refusals
 * below; anything else that it throws is a bug of the engine.
 */
export type Store = {
  get(key: Key): Promise<StoredEntry | undefined>
  range(range: RangeQuery): Promise<RangePage>
  /**
   * Writes one key if its guard holds; a removal returns its `Change` entry.
   * @throws WriteConflict, Unavailable
   */
  commit(write: StoreWrite): Promise<StoredEntry>
  /** The newest committed revision. */
  revision(): Promise<Revision>
  /**
   * Changes after a revision, in order, until the signal fires or the store is closed. The first
   * `next()` rejects with Compacted or Future; a reader who falls behind the history that is kept
   * gets Compacted later.
   *
   * An engine whose revisions also count what is kept outside of it tells `pass` up to where the
   * reader has been given everything, soon after `revision()` has shown it: otherwise who waits
   * for such a revision waits for ever. Others need not.
   */
  watch(
    prefix: string,
    after: Revision,
    signal: AbortSignal,
    pass?: (revision: Revision) => void,
  ): AsyncIterable<StoreChange>
  /** Forgets snapshots before `keep`; what is forgotten already stays so. @throws FutureRevision, Unavailable */
  compact(keep: Revision): Promise<void>
  /**
   * Resolves unless writes are refused at present for want of space, or because the disk failed.
   * @throws Unavailable with the reason, for administrators
   */
  writable(): Promise<void>
  close(): Promise<void>
}

/** The guard did not hold; `current` is what is there instead. */
export class WriteConflict extends Error {
  override name = 'Conflict'
  readonly current: StoredEntry | undefined

  constructor(current: StoredEntry | undefined) {
    super(current ? `the key is at revision ${current.revision}` : 'the key does not exist')
    this.current = current
  }
}

/** The snapshot asked for is no longer kept. */
export class Compacted extends Error {
  override name = 'Compacted'
  readonly oldest: Revision

  constructor(oldest: Revision) {
    super(`the oldest revision kept is ${oldest}`)
    this.oldest = oldest
  }
}

/** The snapshot asked for does not exist yet. */
export class FutureRevision extends Error {
  override name = 'Future'
  readonly newest: Revision

  constructor(newest: Revision) {
    super(`the newest revision is ${newest}`)
    this.newest = newest
  }
}

/**
 * The engine cannot be reached, did not answer in time, or cannot take the request at present. When
 * a commit is refused so, `effect` says whether it is certain that nothing was written; `unknown`
 * means that the answer was lost, so that only a later read can tell.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
  readonly effect: 'none' | 'unknown'

  constructor(message: string, options: { effect: 'none' | 'unknown'; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.effect = options.effect
  }
}

/** There is no room for a write; nothing of it is there, and reading goes on. */
export class OutOfSpace extends Unavailable {
  override name = 'OutOfSpace'

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, { effect: 'none', cause: options.cause })
  }
}

/** The value is larger than the engine takes; nothing was written. */
export class ValueTooLarge extends Error {
  override name = 'TooLarge'
}

/** The value under a key cannot be read. What is known of it is enough to remove it. */
export class CorruptValue extends Error {
  override name = 'Corrupt'
  readonly key: Key
  readonly revision: Revision

  constructor({ key, revision }: Pick<StoredEntry, 'key' | 'revision'>) {
    super(`the value of ${key} at revision ${revision} cannot be read`)
    this.key = key
    this.revision = revision
  }
}
