import { compiledLimits } from '../api/compiled-limits.ts'
import type { Limits } from '../api/limits.ts'

/** Those that no flag sets. */
export const defaultLimits: Omit<Limits, 'livezGraceMs' | 'shutdownDelayMs'> = {
  bodyBytesMax: 3 * 1024 * 1024,
  largeBodyBytes: 64 * 1024,
  largeBodiesBytesMax: 6 * 1024 * 1024,
  headerBytesMax: 64 * 1024,
  headersMax: 500,
  queryParametersMax: 500,
  pipelinedMax: 256,
  // What etcd takes in one request by default.
  objectBytesMax: 1.5 * 1024 * 1024,
  headerWaitMs: 10_000,
  bodyWaitMs: 60_000,
  // Longer than the idle time of common clients, so that it is they who end a connection: one that
  // ends while a request is on its way looks like a failure.
  idleMs: 75_000,
  connectionsMax: 16_000,
  // What genuine servers allow a client to do on one connection at the same time.
  streamsMax: 250,
  // A client that cancels all of its watches at once, twice. Informers cancel a few a second.
  streamResets: { burst: 500, perSecond: 50 },
  // Clients of Go send a PING with each stream that they cancel, and one in 30 seconds.
  controlFrames: { burst: 500, perSecond: 50 },
  answerWaitMs: 60_000,
  discardWaitMs: 500,
  revisionWaitMs: 3000,
  nameAttemptsMax: 8,
  writeAttemptsMax: 100,
  jsonPatch: { operationsMax: 10_000, copiedBytesMax: 3 * 1024 * 1024 },
  compiled: compiledLimits,
  scanKeys: 500,
  yieldAfterMs: 5,
  concurrentListKeysMax: 4_000_000,
  batchBytes: 256 * 1024,
  backlogChangesMax: 4096,
  backlogBytesMax: 32 * 1024 * 1024,
  watchQueueBytesMax: 16 * 1024 * 1024,
  bookmarkMs: 60_000,
  endWaitMs: 1000,
  healthWaitMs: 2000,
  closeWaitMs: 1000,
}
