// A reference server in a separate process that measures itself during an attack: the work of the
// attacking client neither blocks this event loop nor fills this heap.

import { openSync, readSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import { defaultParts, type PartsOptions, startReference } from '../../index.ts'
import type { Limits } from '../../api/limits.ts'
import { slowness } from './test-machine-speed.ts'

/** The options of a victim, as JSON in its first argument. */
export type VictimOptions = PartsOptions & { limits?: Partial<Limits> }

/** The effects of an attack on the process. */
export type Harm = {
  /**
   * The longest time in ms for which the event loop was blocked. On a slow machine it is the time
   * that a machine of usual speed would have taken.
   */
  blockedMs: number
  /** The maximum growth of memory since the start of the attack, in bytes. */
  grownBytes: number
  /** Additional bytes in use after garbage collection. */
  keptBytes: number
  /** Properties added to Object.prototype; empty unless it was polluted. */
  polluted: string[]
}

const probeMs = 2

/**
 * The file in which Linux reports the CPU time of this thread; other threads of the process collect
 * garbage.
 */
const ownTime = opened(`/proc/self/task/${process.pid}/schedstat`)
const ownBytes = Buffer.alloc(64)

function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch {
    // On other systems, the CPU time of all threads is used.
    return undefined
  }
}

/** Returns the CPU time of this thread in ms. */
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

/**
 * Measures blocking. On a busy machine this process may wait for a core, so only its own CPU time
 * counts.
 */
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
  const grownBytes = rssMax - before.rss
  // Below this, no limit is exceeded on any machine, so its speed need not be measured.
  const found = {
    blockedMs: blockedMs < 50 ? blockedMs : blockedMs / slowness(workedMs),
    grownBytes,
  }
  const polluted = Object.getOwnPropertyNames(Object.prototype).filter(name => !own.has(name))
  return { ...found, keptBytes: await remainingGrowth(), polluted }
}

/**
 * Returns the remaining growth. Connections close and buffers are freed a little after a garbage
 * collection, so it is measured several times.
 */
async function remainingGrowth(): Promise<number> {
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
