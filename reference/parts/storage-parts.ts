import type { ContinueTokens } from '../storage/continue-token.ts'
import type { Encryption } from '../storage/encryption/transform-values.ts'
import type { ListConcurrencyLimit } from '../api/list.ts'
import type { Key, Store, WatchCache } from '../api/store.ts'
import type { ChangeFeed, ChangeSource, OpenStreams } from '../api/watch.ts'

/** The storage, and the sources of reads and watches. */
export type StorageParts = {
  readonly store: Store
  /** The cache for reads that do not require the newest state. */
  readonly watchCache: WatchCache
  /** How values are stored. */
  readonly encryption: Encryption
  readonly continueTokens: ContinueTokens
  /** Returns the feed that follows a source for all watches; always the same one per source. */
  readonly changeFeedOf: (source: ChangeSource) => ChangeFeed
  readonly openStreams: OpenStreams
  /** The limit for concurrent unlimited lists. */
  readonly listConcurrencyLimit: ListConcurrencyLimit
  /** Makes an object unreadable, for tests of the server's reaction. */
  readonly corruptForTest: (key: Key) => void
  /** Creates a cache of the store that lags behind it, for tests of reads of such a cache. */
  readonly laggingCacheForTest: (lagMs: number) => WatchCache
  /** Returns the bytes that are stored of an object, for tests. */
  readonly storedForTest: (key: Key) => Promise<Buffer | undefined>
}
