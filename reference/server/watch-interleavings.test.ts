// Tests that a watch shows every change once and in order, whatever the order of awaits.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { systemClock } from './clock.ts'
import { openEtcdStore } from '../storage/etcd.ts'
import { findEtcd, startTestEtcd } from '../storage/etcd/test-server.ts'
import { openLmdbStore } from '../storage/lmdb.ts'
import { memoryStore } from '../storage/memory.ts'
import type { Store } from '../api/store.ts'
import { watchCache } from '../storage/watch-cache.ts'
import { directCache } from '../storage/watch-cache-direct.ts'
import { immediateDelay } from './test-delays.ts'
import {
  type InterleavedEngine,
  type Interleaving,
  performInterleaving,
} from './test-interleaving.ts'
import { watchScopes } from './test-watcher.ts'

// The number of interleavings in each test run; the nightly run sets more.
const total = Number(process.env['INTERLEAVINGS'] ?? 2000)
const seed = Number(process.env['INTERLEAVINGS_SEED'] ?? 1)

const writeStep = fc.oneof(
  { weight: 8, arbitrary: nameAndAction() },
  { weight: 1, arbitrary: fc.constant('tick' as const) },
)

function nameAndAction() {
  return fc.record({ name: fc.constantFrom('a/x', 'a/y', 'b/x'), remove: fc.boolean() })
}

const interleaving: fc.Arbitrary<Interleaving> = fc.record({
  writers: fc.array(fc.array(writeStep, { maxLength: 8 }), { minLength: 1, maxLength: 2 }),
  watchers: fc.array(
    fc.record({
      scope: fc.constantFrom(...watchScopes),
      start: fc.oneof(
        fc.constant('state' as const),
        fc.record({ after: fc.integer({ min: -6, max: 4 }) }),
      ),
      opensAfter: fc.nat(12),
      readsEvery: fc.nat(3),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  delays: fc.array(fc.nat(immediateDelay), { minLength: 1, maxLength: 40 }),
})

type Opened = { engine: InterleavedEngine; close(): Promise<void> }
type Row = {
  readonly name: string
  /** The share of all interleavings; engines with I/O take longer for each. */
  readonly share: number
  readonly open: () => Promise<Opened>
}

const historyMs = 3_600_000
// Each run leaves its objects behind, and a new cache loads them all. For tens of thousands of
// objects that takes more turns of the event loop than the tests wait.
const runsOfStore = 2000
const clock = { now: () => 0 }
const cached = (store: Store) => watchCache(store, { clock: systemClock(), lagMs: 0 })

const found = await findEtcd()

const rows: Row[] = [
  {
    name: 'memory',
    share: 0.55,
    open: () => inMemory({ cacheOf: directCache }),
  },
  {
    name: 'memory behind a cache',
    share: 0.33,
    open: () => inMemory({ cacheOf: cached }),
  },
  { name: 'lmdb', share: 0.1, open: onDisk },
  ...('missing' in found ? [] : [{ name: 'etcd', share: 0.02, open: () => inEtcd(found.command) }]),
]

async function inMemory({ cacheOf }: Pick<InterleavedEngine, 'cacheOf'>): Promise<Opened> {
  const store = memoryStore({ clock, historyMs })
  return { engine: { store, cacheOf, waitMs: 0 }, close: () => store.close() }
}

async function onDisk(): Promise<Opened> {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-interleavings-'))
  const store = await openLmdbStore({ directory, clock, historyMs })
  return {
    engine: { store, cacheOf: directCache, waitMs: 5000 },
    async close() {
      await store.close()
      await rm(directory, { recursive: true })
    },
  }
}

async function inEtcd(command: string): Promise<Opened> {
  const etcd = await startTestEtcd(command)
  const store = await openEtcdStore({ servers: [etcd.url], prefix: '/r', historyMs, clock: Date })
  return {
    engine: { store, cacheOf: cached, waitMs: 10_000 },
    async close() {
      await store.close()
      await etcd.close()
    },
  }
}

/**
 * Former races: a change between reading what a watch has missed and its subscription to the feed,
 * without a cache and with one.
 */
const races: readonly Interleaving[] = [
  {
    writers: [
      [
        { name: 'a/x', remove: false },
        { name: 'b/x', remove: false },
      ],
    ],
    watchers: [
      { scope: 'b/', start: 'state', opensAfter: 1, readsEvery: 2 },
      { scope: '', start: { after: 0 }, opensAfter: 7, readsEvery: 0 },
    ],
    delays: [0, 3, 7],
  },
  {
    writers: [[]],
    watchers: [
      { scope: '', start: { after: 0 }, opensAfter: 0, readsEvery: 0 },
      { scope: '', start: 'state', opensAfter: 1, readsEvery: 1 },
    ],
    delays: [0],
  },
]

describe('interleavings of writes, caches, feeds and streams', () => {
  for (const { name, share, open } of rows) {
    it(`lose no event on ${name}`, { timeout: 7_200_000 }, async () => {
      const runs = Math.ceil(total * share)
      for (let batch = 0; batch * runsOfStore < runs; batch++) {
        const numRuns = Math.min(runsOfStore, runs - batch * runsOfStore)
        const { engine, close } = await open()
        try {
          await fc.assert(
            fc.asyncProperty(interleaving, async plan => {
              expect(await performInterleaving(plan, engine)).toEqual([])
            }),
            { numRuns, seed: seed + batch, examples: races.map(race => [race]) },
          )
        } finally {
          await close()
        }
      }
    })
  }
  if ('missing' in found) it.skip(`lose no event on etcd: ${found.missing}`, () => {})
})
