import { compiledLimits } from '../api/compiled-limits.ts'
import type { Limits } from '../api/limits.ts'

/** The defaults of all limits without a flag. */
export const defaultLimits: Omit<Limits, 'livezGraceMs' | 'shutdownDelayMs'> = {
  bodyBytesMax: 3 * 1024 * 1024,
  largeBodyBytes: 64 * 1024,
  largeBodiesBytesMax: 6 * 1024 * 1024,
  headerBytesMax: 64 * 1024,
  headersMax: 500,
  queryParametersMax: 500,
  pipelinedMax: 256,
  // The default request size limit of etcd.
  objectBytesMax: 1.5 * 1024 * 1024,
  headerWaitMs: 10_000,
  bodyWaitMs: 60_000,
  // Longer than the idle timeout of common clients, so that they close a connection first: a
  // connection that the server closes while a request is in transit looks like a failure.
  idleMs: 75_000,
  connectionsMax: 16_000,
  // The limit of genuine servers.
  streamsMax: 250,
  // Enough for a client that cancels all of its watches at once, twice. Informers cancel a few a
  // second.
  streamResets: { burst: 500, perSecond: 50 },
  // Clients in Go send a PING with each stream that they cancel, and one every 30 seconds.
  controlFrames: { burst: 500, perSecond: 50 },
  answerWaitMs: 60_000,
  discardWaitMs: 500,
  revisionWaitMs: 3000,
  // A genuine server waits as long.
  conversionWaitMs: 30_000,
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
