// A watch of an interleaving, which records its events.

import { setImmediate } from 'node:timers/promises'

import type { IncomingRequest } from '../api/request.ts'
import type { Parts, ResourceCall } from '../parts/parts.ts'
import type { Delivery, WatchEvent, WatchStart } from '../api/watch.ts'
import type { Revision } from '../api/store.ts'
import type { WatchFraming } from '../verbs/watch/framing.ts'
import { streamPieces } from '../http/stream-pieces.ts'
import { watchStream } from '../verbs/watch/stream.ts'
import type { Delay } from './test-delays.ts'
import { watchFaultsOf, type RecordedChange, versionIn } from './test-watch-law.ts'
import { clientUntil } from './test-client.ts'

export const watchScopes = ['', 'a/', 'b/', 'a/x'] as const

/** `state`: the objects first; `after`: changes after a version, relative to the newest one. */
export type WatcherPlan = {
  readonly scope: (typeof watchScopes)[number]
  readonly start: 'state' | { readonly after: number }
  /** The number of delays before the watch is opened, and between two reads. */
  readonly opensAfter: number
  readonly readsEvery: number
}

/** Encodes the members of an event that the law needs: `change a/x 12`, `bookmark 12`. */
function plainFraming(prefix: string): WatchFraming {
  const line = (text: string) => Buffer.from(`${text}\n`)
  const frame = ({ change: { entry } }: Delivery) =>
    line(`change ${entry.key.slice(prefix.length)} ${entry.revision}`)
  const event = (shown: WatchEvent) => {
    if (shown.type === 'BOOKMARK') return line(`bookmark ${shown.revision}`)
    if (shown.type === 'ERROR') return line(`error ${shown.status.message}`)
    return line(`state ${shown.entry.key.slice(prefix.length)} ${shown.entry.revision}`)
  }
  return { mediaType: 'text/plain', event, frame, frames: all => all.map(frame) }
}

type ClientOptions = {
  readonly watcher: WatcherPlan
  readonly prefix: string
  readonly parts: Parts
  readonly delay: Delay
  readonly over: AbortController
}

/** Opens a watch after its delays and reads it until the interleaving is over. */
export function runWatcher({ watcher, prefix, parts, delay, over }: ClientOptions) {
  const lines: string[] = []
  let start: WatchStart | undefined
  const opened = open()
  const ended = opened.then(read)

  async function open() {
    for (let count = 0; count < watcher.opensAfter; count++) await delay()
    const newest = watcher.start === 'state' ? '' : await parts.store.revision()
    start = watcher.start === 'state' ? { state: {} } : { after: relative(newest, watcher.start) }
    // A stream uses no other members of its call.
    const http: Partial<IncomingRequest> = { client: clientUntil(over.signal) }
    const resource = parts.builtInResources[0]
    const call = { http, parts, resource } as Partial<ResourceCall> as ResourceCall
    const view = {
      scope: `${prefix}${watcher.scope}`,
      selector: undefined,
      options: { allowBookmarks: true, timeoutSeconds: 0n },
      start,
    }
    return watchStream(view, call, plainFraming(prefix))
  }

  async function read(stream: Awaited<typeof opened>): Promise<void> {
    for await (const piece of streamPieces(stream)) {
      lines.push(...String(piece).trimEnd().split('\n'))
      for (let count = 0; count < watcher.readsEvery; count++) await delay()
    }
  }

  return {
    opened,
    ended,
    startsAt: () => startOf(start),
    caughtUp: (changes: readonly RecordedChange[], waitMs: number) => {
      const last = changes.findLast(({ name }) => name.startsWith(watcher.scope))
      return untilShown({ lines, version: String(last?.revision), waitMs })
    },
    faults: (changes: readonly RecordedChange[]) =>
      watchFaultsOf(lines, { scope: watcher.scope, after: startOf(start), changes }),
  }
}

/** Returns the version after which a watch begins; 0 for one that begins with a state. */
const startOf = (start: WatchStart | undefined): bigint =>
  start && 'after' in start ? BigInt(start.after) : 0n

const relative = (newest: string, { after }: { after: number }): Revision => {
  const wanted = BigInt(newest) + BigInt(after)
  return String(wanted < 1n ? 1n : wanted) as Revision
}

// More turns of the event loop than any interleaving takes on an engine without I/O.
const turnsMax = 400

type Expected = { lines: readonly string[]; version: string; waitMs: number }

/** Waits until a version is shown, or until the time limit. */
async function untilShown({ lines, version, waitMs }: Expected): Promise<void> {
  const startedMs = performance.now()
  const isOver = (line: string) =>
    line.startsWith('error') || (!line.startsWith('state') && versionIn(line) >= BigInt(version))
  for (let turn = 0; !lines.some(isOver); turn++) {
    if (turn > turnsMax && performance.now() - startedMs > waitMs) return
    await setImmediate()
  }
}
