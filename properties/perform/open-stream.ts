// Reads the events of an open watch at the pace of its reader, and lets callers wait for them.

import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createFrameReader } from '../../fixtures/client/frames.ts'
import type { WireStream } from '../../fixtures/client/client.ts'
import type { Frame, Stream } from '../history/history.ts'
import type { ReadPace } from '../dsl/scenario.ts'
import { valueAt } from '../dsl/term.ts'

/** A stream that is read into a record. */
export type OpenStream = {
  readonly record: Stream
  /** Makes a `late` reader start to read. */
  startReading(): void
  /** Resolves at the next event or part of one, at the end of the stream, or after `ms`. */
  waitForChange(ms: number): Promise<void>
  /** Closes the stream. Resolves when nothing more will be recorded. */
  close(): Promise<void>
}

// Short enough not to slow down a case, and long enough for answers to overtake events.
const pauseMs = { slow: 3, halting: 40 } as const
const haltEvery = 4

// The search for the end of a document gets slower with each chunk. No object is this long.
const documentBytesMax = 8 * 1024 * 1024

/** How a stream is read, and when reading stops. */
export type StreamOptions = {
  reader: ReadPace
  /** Aborted to end the connection. */
  leaving: AbortController
  /** Counts bytes. Returns false when the history has reached its limit. */
  hasRoom: (bytes: number) => boolean
}

/** Starts to read a stream. */
export function openStream(wire: WireStream, options: StreamOptions): OpenStream {
  const { reader, leaving, hasRoom } = options
  const record: Stream = { frames: [], separators: [], rest: '' }
  const documents = createFrameReader(wire.headers['content-type'])
  const news = new EventEmitter()
  let left = false

  /** Records a chunk. Returns true if it completed a document. */
  function take(piece: Buffer): boolean {
    const found = documents.push(piece)
    for (const { separator, ...frame } of found) {
      if (record.frames.length > 0 && !record.separators.includes(separator))
        record.separators.push(separator)
      record.frames.push({ receivedAt: performance.now(), ...frame })
    }
    const rest = documents.rest()
    const isNews = found.length > 0 || rest !== record.rest
    record.rest = rest
    // Blanks between documents may be keep-alives and do not count as a change.
    if (isNews) news.emit('change')
    return found.length > 0
  }

  async function follow(): Promise<void> {
    if (reader === 'late') await once(news, 'hurry')
    let pieces = 0
    let bytesSinceDocument = 0
    for await (const piece of wire.pieces) {
      if (left) return
      if (!hasRoom(piece.length)) throw new Error('the bodies of this case are too long')
      bytesSinceDocument = take(piece) ? 0 : bytesSinceDocument + piece.length
      if (bytesSinceDocument > documentBytesMax) throw new Error('a document has no end')
      pieces++
      if (reader === 'slow') await pause(pauseMs.slow)
      if (reader === 'halting' && pieces % haltEvery === 0) await pause(pauseMs.halting)
    }
  }

  const end = (how: 'closed' | 'ended' | 'broken', problem?: string) => {
    const endedAt = performance.now()
    record.end ??= { at: endedAt, how, ...(problem === undefined ? {} : { problem }) }
    news.emit('change')
  }
  const finished = follow().then(
    () => end(left ? 'closed' : 'ended'),
    (problem: Error) => end(left ? 'closed' : 'broken', left ? undefined : problem.message),
  )

  return {
    record,
    startReading: () => void news.emit('hurry'),
    async waitForChange(ms) {
      // A timeout is no error here. The caller checks the record.
      await once(news, 'change', { signal: AbortSignal.timeout(ms) }).catch(() => {})
    },
    async close() {
      left = true
      news.emit('hurry')
      leaving.abort()
      await finished
    },
  }
}

/** Returns the version of an event or a bookmark. */
export const versionOfFrame = ({ document }: Frame): unknown =>
  valueAt(document, '/object/metadata/resourceVersion')

/**
 * Returns the values to which later steps may refer: the documents, the last version that a client
 * would store, and the version of the last bookmark.
 */
export function streamView({ frames }: Stream) {
  const isOf = (type: string, { document }: Frame) => valueAt(document, '/type') === type
  const lastVersion = (among: Frame[]) =>
    among.map(versionOfFrame).findLast(version => typeof version === 'string')
  return {
    events: frames.map(({ document }) => document),
    version: lastVersion(frames.filter(frame => !isOf('ERROR', frame))),
    bookmark: lastVersion(frames.filter(frame => isOf('BOOKMARK', frame))),
  }
}
