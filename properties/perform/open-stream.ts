// A watch while it is open: reads its events at the pace of its reader and lets others wait for
// what it shows.

import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createFrameReader } from '../../fixtures/client/frames.ts'
import type { WireStream } from '../../fixtures/client/client.ts'
import type { Frame, Stream } from '../history/history.ts'
import type { ReadPace } from '../dsl/scenario.ts'
import { valueAt } from '../dsl/term.ts'

/** A stream that is being read into a record. */
export type OpenStream = {
  readonly record: Stream
  /** Reads at once what a late reader has left lying. */
  hurry(): void
  /** Resolves at the next event or piece of one, at the end, or after a time. */
  change(ms: number): Promise<void>
  /** The client leaves; resolves when nothing more is recorded. */
  leave(): Promise<void>
}

// Little enough that a case takes no longer for it, and long enough that answers overtake events.
const restMs = { slow: 3, halting: 40 } as const
const haltEvery = 4

// Looking for the end of a document takes longer with each piece of it. No object is as long.
const documentBytesMax = 8 * 1024 * 1024

export type StreamOptions = {
  reader: ReadPace
  /** Fires to end the connection. */
  leaving: AbortController
  /** Counts bytes; says whether the history may grow further. */
  hasRoom: (bytes: number) => boolean
}

/** Starts to read a stream. */
export function openStream(wire: WireStream, options: StreamOptions): OpenStream {
  const { reader, leaving, hasRoom } = options
  const record: Stream = { frames: [], separators: [], rest: '' }
  const documents = createFrameReader(wire.headers['content-type'])
  const news = new EventEmitter()
  let left = false

  /** Says whether a document has come to its end. */
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
    // Blanks between documents may keep a connection alive; they say nothing.
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
      if (reader === 'slow') await pause(restMs.slow)
      if (reader === 'halting' && pieces % haltEvery === 0) await pause(restMs.halting)
    }
  }

  const end = (how: 'closed' | 'ended' | 'broken', problem?: string) => {
    const at = performance.now()
    record.end ??= { at, how, ...(problem === undefined ? {} : { problem }) }
    news.emit('change')
  }
  const finished = follow().then(
    () => end(left ? 'closed' : 'ended'),
    (problem: Error) => end(left ? 'closed' : 'broken', left ? undefined : problem.message),
  )

  return {
    record,
    hurry: () => void news.emit('hurry'),
    async change(ms) {
      // Nothing came in time: that is for the caller to say.
      await once(news, 'change', { signal: AbortSignal.timeout(ms) }).catch(() => {})
    },
    async leave() {
      left = true
      news.emit('hurry')
      leaving.abort()
      await finished
    },
  }
}

/** The version that an event or a bookmark carries. */
export const versionOfFrame = ({ document }: Frame): unknown =>
  valueAt(document, '/object/metadata/resourceVersion')

/**
 * What later steps may refer to: the documents, the last version that a client would keep, and the
 * last one that a bookmark gave.
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
