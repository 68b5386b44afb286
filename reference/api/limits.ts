import type { CompiledLimits } from './compiled-limits.ts'

export type JsonPatchLimits = {
  readonly operationsMax: number
  /** The maximum number of bytes of JSON that all `copy` operations together may add. */
  readonly copiedBytesMax: number
}

/** Limits per request, per connection and per server. */
export type Limits = {
  readonly bodyBytesMax: number
  /** The size in bytes from which a body is large. Large bodies wait for each other. */
  readonly largeBodyBytes: number
  /** The maximum total size of the large bodies that are processed at the same time. */
  readonly largeBodiesBytesMax: number
  readonly headerBytesMax: number
  /** The maximum number of headers of a request, and of parameters of its query. */
  readonly headersMax: number
  readonly queryParametersMax: number
  /** The maximum number of concurrent requests on an HTTP/1.1 connection. */
  readonly pipelinedMax: number
  /** The maximum size of a stored object. */
  readonly objectBytesMax: number
  /** The time within which a client must send its headers. */
  readonly headerWaitMs: number
  /** The time within which a client must send a whole request. */
  readonly bodyWaitMs: number
  /** The time after which an idle connection is closed. */
  readonly idleMs: number
  /** The maximum number of open connections. */
  readonly connectionsMax: number
  /** The maximum number of concurrent streams on an HTTP/2 connection. */
  readonly streamsMax: number
  /** The maximum rate of streams of a connection that end before their response is complete. */
  readonly streamResets: Rate
  /** The maximum rates of SETTINGS frames, and of PING frames, on a connection. */
  readonly controlFrames: Rate
  /** The time for which a client may read nothing of its response. */
  readonly answerWaitMs: number
  /** The time for which a client may continue to send a body that was refused for its size. */
  readonly discardWaitMs: number
  /** How long a read waits for a version that does not exist yet (GET-004). */
  readonly revisionWaitMs: number
  /** How long a conversion webhook may take to answer. */
  readonly conversionWaitMs: number
  /** How many generated names a create tries (OBJ-013). */
  readonly nameAttemptsMax: number
  /** How often a write is retried after a conflict with another write. */
  readonly writeAttemptsMax: number
  readonly jsonPatch: JsonPatchLimits
  /** Limits on texts that are compiled for clients; the same for all servers of a process. */
  readonly compiled: CompiledLimits
  /** How many keys of a list are read before the event loop runs other work. */
  readonly scanKeys: number
  /** How long one request may run before the event loop runs other work. */
  readonly yieldAfterMs: number
  /** The maximum number of keys in all unlimited lists that are being sent to clients. */
  readonly concurrentListKeysMax: number
  /** How many bytes of a list are written in one batch. */
  readonly batchBytes: number
  /** How many recent changes are kept in memory for readers who are slightly behind. */
  readonly backlogChangesMax: number
  /** The maximum size in bytes of these changes. */
  readonly backlogBytesMax: number
  /** The maximum number of bytes queued for a watch before it is closed. */
  readonly watchQueueBytesMax: number
  /** The interval between bookmarks of a watch (WATCH-030). */
  readonly bookmarkMs: number
  /** How long an ended stream waits for its client to read the rest. */
  readonly endWaitMs: number
  /** How long a health check waits for the storage. */
  readonly healthWaitMs: number
  /**
   * How long after its start a server is live although its start hooks have not finished
   * (HEALTH-022).
   */
  readonly livezGraceMs: number
  /** How long a server continues to serve after the request to shut down (HEALTH-023). */
  readonly shutdownDelayMs: number
  /** How long a closing server waits for running requests. */
  readonly closeWaitMs: number
}

/** A token bucket: `burst` events at once, and `perSecond` on average. */
export type Rate = { readonly burst: number; readonly perSecond: number }
