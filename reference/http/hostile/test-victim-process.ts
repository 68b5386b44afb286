// A reference in a process of its own, which measures itself while it is attacked: what a client
// does in another process neither blocks this event loop nor fills this heap.

import { openSync, readSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import { defaultParts, type PartsOptions, startReference } from '../../index.ts'
import type { Limits } from '../../api/limits.ts'

/** What a victim is started with, as JSON in its first argument. */
export type VictimOptions = PartsOptions & { limits?: Partial<Limits> }

/** What an attack did to the process. */
export type Harm = {
  /** Milliseconds for which nobody else was heard, at the longest. */
  blockedMs: number
  /** Bytes of memory, at the most, beyond those before the attack. */
  grownBytes: number
  /** Bytes in use that were not before, after the garbage was collected. */
  keptBytes: number
  /** What any object here has without having been given it; empty unless a prototype changed. */
  polluted: string[]
}

const probeMs = 2

/** Where Linux says how long this thread has had a core; others of the process collect garbage. */
const ownTime = opened(`/proc/self/task/${process.pid}/schedstat`)
const ownBytes = Buffer.alloc(64)

function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch {
    // Elsewhere the time of all threads has to do.
    return undefined
  }
}

/** Milliseconds for which this thread has worked. */
function workedMs(): number {
  if (ownTime === undefined) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  const length = readSync(ownTime, ownBytes, 0, ownBytes.length, 0)
  return Number(ownBytes.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6
}

const collect = globalThis.gc ?? (() => {})

const options = JSON.parse(process.argv[2] ?? '{}') as VictimOptions
const parts = defaultParts(options)
const reference = await startReference({ ...parts, limits: { ...parts.limits, ...options.limits } })

let before = state()
let blockedMs = 0
let rssMax = 0
let last = { wall: performance.now(), worked: workedMs() }

/** Beside a busy neighbour this process waits for a core: only what it worked itself counts. */
function probe(): void {
  const now = { wall: performance.now(), worked: workedMs() }
  const spent = now.worked - last.worked
  blockedMs = Math.max(blockedMs, Math.min(now.wall - last.wall - probeMs, spent))
  rssMax = Math.max(rssMax, process.memoryUsage.rss())
  last = now
}

function state() {
  collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, used: heapUsed + external, wall: performance.now(), worked: workedMs() }
}

function begin(): void {
  before = state()
  last = before
  blockedMs = 0
  rssMax = 0
}

async function harm(): Promise<Harm> {
  probe()
  const found = { blockedMs, grownBytes: rssMax - before.rss }
  const polluted = Object.getOwnPropertyNames(Object.prototype).filter(name => !own.has(name))
  return { ...found, keptBytes: await kept(), polluted }
}

/** Connections end, and buffers are given back, a little after the garbage has been collected. */
async function kept(): Promise<number> {
  let bytes = Infinity
  for (let tries = 0; tries < 20 && bytes > keptBytesNoise; tries++) {
    bytes = Math.min(bytes, state().used - before.used)
    await wait(25)
  }
  return bytes
}

const keptBytesNoise = 1024 * 1024

const own = new Set(Object.getOwnPropertyNames(Object.prototype))

process.on('message', async word => {
  if (word === 'begin') begin()
  process.send?.(word === 'begin' ? {} : await harm())
})
process.once('disconnect', () => process.exit())
setInterval(probe, probeMs)
process.send?.(reference.url)
