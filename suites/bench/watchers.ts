// Opens many watches over HTTP/2 and counts the events that they receive.

import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { benchCollection } from './objects.ts'
import type { BenchServer } from './server.ts'

export type Watchers = {
  /**
   * Resolves when every watcher has received `count` events since it was opened. Watches that the
   * server has ended do not count.
   */
  untilEvents(count: number): Promise<void>
  /** Returns the number of watches that the server has ended. */
  lost(): number
  close(): void
}

const perConnection = 100

/**
 * Opens `count` watches that start at the current version of the collection. Each HTTP/2 connection
 * carries 100 of them and has flow-control windows as large as those of Go's client.
 */
export async function openWatchers(server: BenchServer, count: number): Promise<Watchers> {
  const path = await watchPath(server)
  const sessions = Array.from({ length: Math.ceil(count / perConnection) }, () =>
    session(server, { initialWindowSize: 4 * 2 ** 20 }),
  )
  for (const one of sessions) one.once('connect', () => one.setLocalWindowSize(64 * 2 ** 20))
  const streams = Array.from({ length: count }, (_, i) => {
    const on = sessions[i % sessions.length]
    if (!on) throw new Error('no session')
    return request(on, server, path)
  })
  await Promise.all(streams.map(answered))
  return { ...counting(streams), close: () => sessions.forEach(one => void one.destroy()) }
}

/**
 * Opens watches that never read. Each has its own connection, whose flow-control window of 64 KiB
 * fills up and stays full.
 */
export async function openStalled(server: BenchServer, count: number): Promise<{ close(): void }> {
  const path = await watchPath(server)
  const sessions = Array.from({ length: count }, () => session(server, {}))
  await Promise.all(sessions.map(one => answered(request(one, server, path))))
  return { close: () => sessions.forEach(one => void one.destroy()) }
}

// Starts at the newest version. A watch without a resource version first receives all existing
// objects as events.
async function watchPath({ api }: BenchServer): Promise<string> {
  const text = await api.text(`${benchCollection}?limit=1`)
  const version = /"resourceVersion":"(\d+)"/.exec(text)?.[1]
  return `${benchCollection}?watch=true&resourceVersion=${version}&timeoutSeconds=3600`
}

function session(
  { url, certificateAuthority }: BenchServer,
  settings: { initialWindowSize?: number },
): ClientHttp2Session {
  const opened = connect(url, { ca: certificateAuthority, settings })
  // A broken connection also closes its streams, which `counting` notices.
  opened.on('error', () => {})
  return opened
}

function request(on: ClientHttp2Session, { token }: BenchServer, path: string): ClientHttp2Stream {
  const stream = on.request({ ':path': path, authorization: `Bearer ${token}` })
  stream.on('error', () => {})
  return stream
}

async function answered(stream: ClientHttp2Stream): Promise<void> {
  const [headers] = (await once(stream, 'response')) as [{ ':status'?: number }]
  if (headers[':status'] === 200) return
  throw new Error(`watch: expected 200, got ${headers[':status']}`)
}

function counting(streams: ClientHttp2Stream[]): Pick<Watchers, 'untilEvents' | 'lost'> {
  const counts = new Uint32Array(streams.length)
  const open = new Set(streams.keys())
  let wanted = 0
  let behind = 0
  let arrived = () => {}
  const caughtUp = () => {
    if (--behind === 0) arrived()
  }
  streams.forEach((stream, index) => {
    stream.on('data', (chunk: Buffer) => {
      const had = counts[index] ?? 0
      const has = had + newlines(chunk)
      counts[index] = has
      if (had < wanted && has >= wanted) caughtUp()
    })
    stream.once('close', () => {
      open.delete(index)
      if ((counts[index] ?? 0) < wanted) caughtUp()
    })
  })
  const untilEvents = (count: number) =>
    new Promise<void>(resolve => {
      wanted = count
      behind = [...open].filter(index => (counts[index] ?? 0) < wanted).length
      arrived = resolve
      if (behind === 0) resolve()
    })
  return { untilEvents, lost: () => streams.length - open.size }
}

function newlines(chunk: Buffer): number {
  let count = 0
  for (let index = chunk.indexOf(10); index !== -1; index = chunk.indexOf(10, index + 1)) count++
  return count
}
