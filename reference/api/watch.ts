import type { StoreChange, Revision, StoredEntry, WatchCache } from './store.ts'
import type { GetPlan, ListOptions, ReadPosition } from './list.ts'
import type { ApiObject } from './object.ts'
import type { Status } from './refusal.ts'

/** The query of a watch, parsed but not validated. Absent and empty mean the same. */
export type WatchOptions = Pick<
  ListOptions,
  'resourceVersion' | 'resourceVersionMatch' | 'continue' | 'labelSelector' | 'fieldSelector'
> & {
  allowBookmarks: boolean
  /** Absent when the client does not set it. */
  sendInitialEvents?: boolean
  /** 0 when the client sets none; a negative time ends immediately. */
  timeoutSeconds: bigint
}

/** Where a watch starts (WATCH-010, WATCH-022, WATCH-023, WATCH-034, WATCH-044). */
export type WatchPlan =
  /** The objects of a state as synthetic ADDED events, then the changes after that state. */
  { start: 'state'; state: GetPlan } | { start: 'after'; revision: Revision } | { start: 'now' }

/** The first read of a watch: a state, or only the changes after a version. */
export type WatchStart = { readonly state: ReadPosition } | { readonly after: Revision }

/** A change of an object, as seen by a reader that selects only some objects. */
export type ObjectEvent = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** The object with the revision of the change. */
  readonly entry: StoredEntry
}

/** One event of a watch (ENV-014, ENV-015, ENV-016). */
export type WatchEvent =
  | ObjectEvent
  | {
      readonly type: 'BOOKMARK'
      readonly revision: Revision
      readonly annotations: { readonly [key: string]: string }
    }
  | { readonly type: 'ERROR'; readonly status: Status }

/** A change that is delivered to all watches, with the encodings that they share. */
export type Delivery = {
  readonly change: StoreChange
  /** The revision of the change. */
  readonly position: bigint
  /**
   * Returns the frame with a name. `make` runs for the first reader; all readers share the bytes.
   */
  readonly frame: (name: string, make: () => Buffer) => Buffer
  /**
   * Returns the object of one of the two entries of the change. `read` runs for the first reader
   * with a selector.
   */
  readonly object: (entry: StoredEntry, read: () => ApiObject) => ApiObject
  /** Releases the objects, which take several times the memory of their bytes. */
  readonly forgetObjects: () => void
}

/** Joins frames. All readers of the same frames get the same bytes; one frame is not copied. */
export type JoinFrames = (frames: readonly Buffer[]) => Buffer

/**
 * The callbacks that a watch gives to the feed. All return immediately: data that a client has not
 * read yet is queued.
 */
export type FeedSubscriber = {
  /** Takes a change. The reader holds its frame until `flush`. */
  readonly deliver: (delivery: Delivery) => void
  /** Called after changes that are delivered in one step: the reader writes what it holds. */
  readonly flush: (join: JoinFrames) => void
  /** Called when no more changes will follow: the store was closed, or failed. */
  readonly end: (error?: unknown) => void
}

/** Changes in a scope that a reader has not received, as far as they are in memory. */
export type Backlog = {
  readonly deliveries: readonly Delivery[]
  /** Every change in the scope up to this position is in the deliveries or came before them. */
  readonly position: bigint
}

/** A reader that is subscribed to a feed of changes. */
export type Subscription = {
  /** The position up to which the reader has received every change in its scope. */
  readonly position: () => bigint
  /** Raises the position to a version that the client has received, such as that of a bookmark. */
  readonly advance: (position: bigint) => void
  readonly unsubscribe: () => void
}

/** The result of `subscribe`. Only a `live` subscription receives future changes. */
export type SubscribeResult =
  /** The backlog is complete: the reader receives every later change, and no change twice. */
  | { readonly state: 'live'; readonly backlog: Backlog; readonly subscription: Subscription }
  /** The backlog is a part; subscribe again after its position. */
  | { readonly state: 'behind'; readonly backlog: Backlog }
  /**
   * The feed does not remember that far back; read `older`, and subscribe again after its position.
   */
  | { readonly state: 'beforeRecent' }
  /** The feed does not follow its source; start it, and subscribe again. */
  | { readonly state: 'stopped' }

/** A source of changes with a current revision: a store, or the cache in front of it. */
export type ChangeSource = Pick<WatchCache, 'revision' | 'watch'>

/**
 * The changes of a source, followed once for all watches. A scope is `<group>/<resource>/`, that
 * plus `<namespace>/`, or the key of one object.
 */
export type ChangeFeed = {
  /** Starts to follow the source unless it does so already. @throws as the source's `revision()` */
  readonly start: () => Promise<void>
  /** The newest position up to which every reader has received the changes in its scope. */
  readonly delivered: () => bigint
  /** The newest position that any reader may have received. */
  readonly newest: () => bigint
  /**
   * Returns the changes after a position and adds the reader, in one synchronous step: no change
   * can come between the two. The position may be in the future; changes up to it are not delivered
   * (WATCH-050).
   */
  readonly subscribe: (scope: string, after: bigint, reader: FeedSubscriber) => SubscribeResult
  /** Yields changes after a position, from the source's history. @throws Compacted */
  readonly older: (scope: string, after: bigint, signal: AbortSignal) => AsyncIterable<Backlog>
}

/** The open streams, so that a closing server can end them. */
export type OpenStreams = {
  /**
   * Registers the function that ends a stream. Returns a function that removes the registration.
   */
  readonly add: (end: () => void) => () => void
  /** Ends all streams, and from now on every new one immediately. */
  readonly endAll: () => void
}

/** The state of an event stream. */
export type StreamState = {
  /** Whether the column definitions of a Table were sent: they are sent once (TABLE-018). */
  readonly hasColumns: boolean
}

/** The times of a watch since its start. */
export type WatchTime = { readonly elapsedMs: number; readonly lifetimeMs: number }
