import type { CompiledLimits } from './compiled-limits.ts'

export type JsonPatchLimits = {
  readonly operationsMax: number
  /** What all `copy` operations together may add to the document, in bytes of JSON. */
  readonly copiedBytesMax: number
}

/** How much a server does for one request, one client or one moment. */
export type Limits = {
  readonly bodyBytesMax: number
  /** From how many bytes on a body is a large one, which waits for those before it. */
  readonly largeBodyBytes: number
  /** How many bytes the large bodies may have that are worked on at the same time. */
  readonly largeBodiesBytesMax: number
  readonly headerBytesMax: number
  /** How many headers a request may have, and how many parameters its query. */
  readonly headersMax: number
  readonly queryParametersMax: number
  /** How many requests may be on a connection of HTTP/1.1 at the same time. */
  readonly pipelinedMax: number
  /** How many bytes an object may take as it is kept. */
  readonly objectBytesMax: number
  /** How long a client may take to send its headers. */
  readonly headerWaitMs: number
  /** How long a client may take to send a whole request. */
  readonly bodyWaitMs: number
  /** How long a connection is kept on which nothing is asked. */
  readonly idleMs: number
  /** How many connections are open at the same time. */
  readonly connectionsMax: number
  /** How many streams a client may have open on a connection of HTTP/2. */
  readonly streamsMax: number
  /** How many streams of a connection may end before their answer is complete. */
  readonly streamResets: Rate
  /** How many SETTINGS, and how many PING frames, a client may send on a connection. */
  readonly controlFrames: Rate
  /** How long a client may take nothing of its answer. */
  readonly answerWaitMs: number
  /** How long a client may go on sending a body that has been refused for its size. */
  readonly discardWaitMs: number
  /** How long a read waits for a version that is not there yet (GET-004). */
  readonly revisionWaitMs: number
  /** How many generated names a create tries (OBJ-013). */
  readonly nameAttemptsMax: number
  /** How often a write starts again because another one came first. */
  readonly writeAttemptsMax: number
  readonly jsonPatch: JsonPatchLimits
  /** What texts of clients may cost that are compiled; the same for all servers of a process. */
  readonly compiled: CompiledLimits
  /** How many keys of a list are read before others may run. */
  readonly scanKeys: number
  /** How long one request works before others may run. */
  readonly yieldAfterMs: number
  /** How many keys may be in the lists without a limit that clients are taking. */
  readonly concurrentListKeysMax: number
  /** How many bytes of a list are written at once. */
  readonly batchBytes: number
  /** How many changes are at hand for readers who are a little behind. */
  readonly backlogChangesMax: number
  /** How many bytes these may take. */
  readonly backlogBytesMax: number
  /** How many bytes may wait for one who watches before it is cut off. */
  readonly watchQueueBytesMax: number
  /** How often a watch is told how far it is (WATCH-030). */
  readonly bookmarkMs: number
  /** How long a stream that has ended waits for its client to take the rest. */
  readonly endWaitMs: number
  /** How long a health check waits for the storage. */
  readonly healthWaitMs: number
  /** How long after its start a server is live although it has not finished it (HEALTH-022). */
  readonly livezGraceMs: number
  /** How long a server that is told to end goes on serving (HEALTH-023). */
  readonly shutdownDelayMs: number
  /** How long a closing server waits for requests that are still running. */
  readonly closeWaitMs: number
}

/** So many at once, and so many a second in the long run. */
export type Rate = { readonly burst: number; readonly perSecond: number }
