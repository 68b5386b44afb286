import type { StoreChange, Revision, StoredEntry, WatchCache } from './store.ts'
import type { GetPlan, ListOptions, ReadPosition } from './list.ts'
import type { ApiObject } from './object.ts'
import type { Status } from './refusal.ts'

/** The query of a watch, parsed but not yet judged. Absent and empty mean the same. */
export type WatchOptions = Pick<
  ListOptions,
  'resourceVersion' | 'resourceVersionMatch' | 'continue' | 'labelSelector' | 'fieldSelector'
> & {
  allowBookmarks: boolean
  /** Absent when the client does not say. */
  sendInitialEvents?: boolean
  /** 0 when the client sets none; a negative time is over at once. */
  timeoutSeconds: bigint
}

/** Where a watch begins (WATCH-010, WATCH-022, WATCH-023, WATCH-034, WATCH-044). */
export type WatchPlan =
  /** The objects of a state as synthetic ADDED events, then what happens after that state. */
  { start: 'state'; state: GetPlan } | { start: 'after'; revision: Revision } | { start: 'now' }

/** What a watch reads first: a state, or only the changes after a version. */
export type WatchStart = { readonly state: ReadPosition } | { readonly after: Revision }

/** What became of an object, for one who sees only some of them. */
export type ObjectEvent = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** The object under the revision of what happened. */
  readonly entry: StoredEntry
}

/** One document of a watch (ENV-014, ENV-015, ENV-016). */
export type WatchEvent =
  | ObjectEvent
  | {
      readonly type: 'BOOKMARK'
      readonly revision: Revision
      readonly annotations: { readonly [key: string]: string }
    }
  | { readonly type: 'ERROR'; readonly status: Status }

/** A change on its way to all who watch, and what they share of it. */
export type Delivery = {
  readonly change: StoreChange
  /** The revision of the change. */
  readonly position: bigint
  /** The frame under a name: made for the first reader, the same bytes for all. */
  readonly frame: (name: string, make: () => Buffer) => Buffer
  /** The object in one of the two entries of the change: read for the first reader who selects. */
  readonly object: (entry: StoredEntry, read: () => ApiObject) => ApiObject
  /** Lets go of the objects, which take several times the memory of their bytes. */
  readonly forgetObjects: () => void
}

/** What a watch gives to the feed. Both return at once: what a client has not read yet is queued. */
export type FeedSubscriber = {
  readonly deliver: (delivery: Delivery) => void
  /** Nothing more comes: the store was closed, or failed. */
  readonly end: (error?: unknown) => void
}

/** Changes in a scope that a reader has not seen, as far as they are at hand. */
export type Backlog = {
  readonly deliveries: readonly Delivery[]
  /** Every change in the scope up to here is in the deliveries, or came before them. */
  readonly position: bigint
}

export type Subscription = {
  /** The position up to which the reader was given every change in its scope. */
  readonly position: () => bigint
  /** Raises the position to a version that was shown to the client, such as that of a bookmark. */
  readonly advance: (position: bigint) => void
  readonly unsubscribe: () => void
}

/** What became of a subscription. Only one that is live is given what happens from now on. */
export type SubscribeResult =
  /** The backlog is all there was: the reader is given every change after it, and none of it. */
  | { readonly state: 'live'; readonly backlog: Backlog; readonly subscription: Subscription }
  /** The backlog is a part; subscribe again after its position. */
  | { readonly state: 'behind'; readonly backlog: Backlog }
  /** The feed does not remember so much; read `older`, and subscribe again after its position. */
  | { readonly state: 'beforeRecent' }
  /** The feed does not follow its source; start it, and subscribe again. */
  | { readonly state: 'stopped' }

/** What has changes and says how far it is: a store, or the cache in front of it. */
export type ChangeSource = Pick<WatchCache, 'revision' | 'watch'>

/**
 * The changes of a source, followed once for all who watch. A scope is `<group>/<resource>/`, that
 * and a `<namespace>/`, or the key of one object.
 */
export type ChangeFeed = {
  /** Begins to follow unless it does so already. @throws as the source's `revision()` */
  readonly start: () => Promise<void>
  /** The newest position up to which every reader was given what is in its scope. */
  readonly delivered: () => bigint
  /** The newest position that any reader can have been given. */
  readonly newest: () => bigint
  /**
   * Finds what came after a position and adds the reader, in one synchronous step: no change can
   * come between the two. A position may be in the future; then nothing up to it is given
   * (WATCH-050).
   */
  readonly subscribe: (scope: string, after: bigint, reader: FeedSubscriber) => SubscribeResult
  /** Changes after a position, from the source's history. @throws Compacted */
  readonly older: (scope: string, after: bigint, signal: AbortSignal) => AsyncIterable<Backlog>
}

/** The streams that are open, so that a server that closes can end them. */
export type OpenStreams = {
  /** Says how a stream is ended; the result takes it off again. */
  readonly add: (end: () => void) => () => void
  /** Ends all streams, and from now on every new one at once. */
  readonly endAll: () => void
}
