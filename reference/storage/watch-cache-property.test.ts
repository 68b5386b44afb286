// Compares a watch cache with the list of all states of its store.

import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { systemClock } from '../server/clock.ts'
import { createEntry, storeKey, removeEntry, updateEntry } from './contract-test.ts'
import { memoryStore } from './memory.ts'
import {
  type RangePage,
  type Revision,
  type Store,
  type StoredEntry,
  Unavailable,
  type WatchCache,
} from '../api/store.ts'
import { watchCache } from './watch-cache.ts'

const lagMs = 1_000_000
const keys = ['g/r/a/x', 'g/r/a/y', 'g/r/b/x', 'g/s//x']

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('write'), key: fc.constantFrom(...keys) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove'), key: fc.constantFrom(...keys) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('advance'), part: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('list'), age: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('get'), key: fc.constantFrom(...keys) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compact') }) },
)

type State = { revision: Revision; entries: StoredEntry[] }

/** A store that records all of its states, and whose connection to the cache can be cut. */
async function recorded(store: Store) {
  let connection = new AbortController()
  const states: State[] = []
  const remember = async () => states.push(await store.range({ prefix: '' }))
  await remember()

  async function* watch(...[prefix, after, signal]: Parameters<Store['watch']>) {
    const cut = connection.signal
    yield* store.watch(prefix, after, AbortSignal.any([signal, cut]))
    if (cut.aborted) throw new Unavailable('the connection is cut', { effect: 'none' })
  }

  return {
    remote: { ...store, watch },
    states,
    at: (revision: Revision) => states.find(state => state.revision === revision)?.entries,
    cut() {
      connection.abort()
      connection = new AbortController()
    },
    async write(name: string, isRemoval: boolean) {
      const current = await store.get(storeKey(name))
      if (isRemoval && !current) return
      if (isRemoval && current) await removeEntry(store, current)
      else if (current) await updateEntry(store, current, `${states.length}`)
      else await createEntry(store, name, `${states.length}`)
      await remember()
    },
  }
}

type Recorded = Awaited<ReturnType<typeof recorded>>

/** Checks that a list in two pages shows one existing state, even with writes in between. */
async function listsOneState(cache: WatchCache, store: Recorded): Promise<Revision> {
  const first = await cache.range({ prefix: 'g/r/', limit: 1 })
  await store.write('g/r/a/z', false)
  const last = first.entries.at(-1)
  const rest: RangePage | undefined =
    last && (await cache.range({ prefix: 'g/r/', after: last.key, revision: first.revision }))

  const expected = store.at(first.revision)?.filter(entry => entry.key.startsWith('g/r/'))
  expect([...first.entries, ...(rest?.entries ?? [])]).toEqual(expected)
  expect(first.remaining).toBe(rest?.entries.length ?? 0)
  return first.revision
}

it('shows only real states, in order, and not older than requested', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      const clock = systemClock()
      const inner = memoryStore({ clock, historyMs: 1000 * lagMs })
      const store = await recorded(inner)
      const cache = watchCache(store.remote, { clock, lagMs, retryMs: lagMs / 8, snapshotsMax: 9 })
      let seen = 0n
      const saw = (revision: Revision) => {
        expect(BigInt(revision)).toBeGreaterThanOrEqual(seen)
        seen = BigInt(revision)
      }

      for (const { do: what, ...one } of steps) {
        if (what === 'write' && 'key' in one) await store.write(one.key, false)
        if (what === 'remove' && 'key' in one) await store.write(one.key, true)
        if (what === 'advance' && 'part' in one) clock.advance((one.part * lagMs) / 4)
        if (what === 'cut') store.cut()
        if (what === 'compact') await inner.compact(await inner.revision())
        if (what === 'get' && 'key' in one) {
          const { revision, entry } = await cache.get(storeKey(one.key))
          expect(entry).toEqual(store.at(revision)?.find(other => other.key === one.key))
          saw(revision)
        }
        if (what === 'list' && 'age' in one) {
          const wanted = store.states.at(-1 - one.age)?.revision ?? ('1' as Revision)
          const isReached = await cache.waitFor(wanted, AbortSignal.abort())
          const revision = await listsOneState(cache, store)
          if (isReached) expect(BigInt(revision)).toBeGreaterThanOrEqual(BigInt(wanted))
          saw(revision)
        }
        await setImmediate()
      }
      const stop = new AbortController()
      const waiting = cache.waitFor(await inner.revision(), stop.signal)
      for (let wait = 0; wait < 4; wait++) {
        clock.advance(lagMs)
        await setImmediate()
      }
      stop.abort()
      expect(await waiting).toBe(true)
      expect(await cache.range({ prefix: '' })).toEqual({ ...store.states.at(-1), remaining: 0 })

      await cache.close()
      await inner.close()
    }),
  ))
