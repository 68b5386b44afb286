import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isAtLeast } from '../api/list.ts'
import { systemClock } from '../server/clock.ts'
import {
  createEntry,
  watchReader,
  removeEntry,
  changeSummaryOf,
  updateEntry,
} from './contract-test.ts'
import { memoryStore } from './memory.ts'
import { Compacted, type Revision, type Store, Unavailable } from '../api/store.ts'
import { watchCache, type WatchCacheOptions } from './watch-cache.ts'

// Longer than the tests move the clock.
const historyMs = 1_000 * 3_600_000
const retryMs = 60_000
const never = new AbortController().signal

/** A cache whose store counts the readers of its changes, and whose connection can be cut. */
function cached(options: Partial<WatchCacheOptions> = {}) {
  const clock = systemClock()
  const store = memoryStore({ clock, historyMs })
  let reading = 0
  let connection = new AbortController()
  const remote: Store = {
    ...store,
    async *watch(prefix, after, signal) {
      const cut = connection.signal
      reading += 1
      try {
        yield* store.watch(prefix, after, AbortSignal.any([signal, cut]))
      } finally {
        reading -= 1
      }
      if (cut.aborted) throw new Unavailable('the connection is cut', { effect: 'none' })
    },
  }
  const cache = watchCache(remote, { clock, lagMs: 0, retryMs, ...options })
  onTestFinished(async () => {
    await cache.close()
    await store.close()
  })
  const caughtUp = async () => cache.waitFor(await store.revision(), never)
  const cut = async () => {
    connection.abort()
    connection = new AbortController()
    await setImmediate()
  }
  const retry = async () => {
    clock.advance(retryMs)
    await setImmediate()
  }
  return { clock, store, cache, caughtUp, readingStore: () => reading, cut, retry }
}

describe('the watches of a cache', () => {
  it('share one reader of the store', async () => {
    const { store, cache, caughtUp, readingStore } = cached()
    const start = await cache.revision()
    const a = await createEntry(store, 'g/r/n/a', '1')
    await caughtUp()
    const old = watchReader(cache, 'g/', start)
    const fresh = Array.from({ length: 100 }, () => watchReader(cache, 'g/', a.revision))
    const waiting = Promise.all(fresh.map(({ take }) => take(1)))

    const b = await createEntry(store, 'g/r/n/b', '1')

    expect((await waiting).every(([change]) => change?.entry.key === b.key)).toBe(true)
    expect(await old.take(2)).toMatchObject([{ entry: a }, { entry: b }])
    expect(readingStore()).toBe(1)
  })

  it('read from the store what the cache no longer holds, and only that', async () => {
    const { store, cache, caughtUp, readingStore } = cached({ snapshotsMax: 2 })
    const start = await cache.revision()
    for (const name of ['a', 'b', 'c', 'd']) await createEntry(store, `g/r/n/${name}`, '1')
    await createEntry(store, 'other/r/n/e', '1')
    await caughtUp()
    const watch = watchReader(cache, 'g/', start)

    const first = await watch.take(1)
    expect(readingStore()).toBe(2)
    const rest = await watch.take(3)
    const waiting = watch.take(1)
    await setImmediate()
    const f = await createEntry(store, 'g/r/n/f', '1')

    expect([...first, ...rest].map(({ entry }) => entry.key.at(-1)).join('')).toBe('abcd')
    expect(await waiting).toMatchObject([{ entry: f }])
    expect(readingStore()).toBe(1)
  })

  it('end if the cache has missed changes that the store dropped', async () => {
    const { store, cache, caughtUp, cut, retry } = cached()
    const a = await createEntry(store, 'g/r/n/a', '1')
    await caughtUp()
    const missed = watchReader(cache, 'g/', a.revision).next()
    const refused = expect(missed).rejects.toBeInstanceOf(Compacted)
    await cut()
    await removeEntry(store, a)
    const b = await createEntry(store, 'g/r/n/b', '1')
    await store.compact(b.revision)
    await retry()
    await retry()

    await refused
    const again = watchReader(cache, 'g/', b.revision).take(1)
    const c = await createEntry(store, 'g/r/n/c', '1')
    expect(await again).toMatchObject([{ entry: c }])
  })

  it('survive an outage of the store', async () => {
    const { store, cache, caughtUp, cut, retry } = cached()
    const a = await createEntry(store, 'g/r/n/a', '1')
    await caughtUp()
    const waiting = watchReader(cache, 'g/', a.revision).take(2)
    await cut()
    const b = await updateEntry(store, a, '2')
    const c = await updateEntry(store, b, '3')
    await retry()

    expect(await waiting).toMatchObject([{ entry: b }, { entry: c }])
  })
})

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('write'), part: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('advance'), part: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open'), part: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut'), part: fc.constant(0) }) },
)

const prefixes = ['', 'g/0/', 'g/1/', 'g/2/']

it('a watch shows every change after its start once, in order, and not early', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      const lagMs = 8 * retryMs
      const { clock, store, cache, caughtUp, cut } = cached({ lagMs, snapshotsMax: 3 })
      const revisions = [await cache.revision()]
      const watches: { prefix: string; start: Revision; seen: string[]; done: Promise<void> }[] = []
      const stop = new AbortController()

      /** Reads until the end, and resumes at its position when the store fails. */
      async function read(prefix: string, start: Revision, seen: string[]): Promise<void> {
        let position = start
        try {
          for await (const change of cache.watch(prefix, start, stop.signal)) {
            position = change.entry.revision
            expect(isAtLeast(await cache.revision(), position)).toBe(true)
            seen.push(changeSummaryOf(change))
            // Some readers are slow.
            if (seen.length % 2 === 0) await setImmediate()
          }
        } catch (error) {
          expect(String(error)).toContain('the connection is cut')
          await read(prefix, position, seen)
        }
      }

      for (const { do: what, part } of steps) {
        if (what === 'write') {
          const name = `g/${part}/n/${revisions.length}`
          revisions.push((await createEntry(store, name, '1')).revision)
        }
        if (what === 'advance') clock.advance((part * lagMs) / 4)
        if (what === 'cut') await cut()
        if (what === 'open') {
          const start = revisions.at(-1 - part) ?? ('1' as Revision)
          const prefix = prefixes[part % prefixes.length] ?? ''
          const seen: string[] = []
          watches.push({ prefix, start, seen, done: read(prefix, start, seen) })
        }
        await setImmediate()
      }
      for (let wait = 0; wait < 4; wait++) {
        clock.advance(lagMs)
        await setImmediate()
      }
      await caughtUp()
      for (let turn = 0; turn < revisions.length; turn++) await setImmediate()
      stop.abort()
      await Promise.all(watches.map(({ done }) => done))

      for (const { prefix, start, seen } of watches) {
        const all = await watchReader(store, '', '1' as Revision).take(revisions.length - 1)
        const expected = all.filter(
          ({ entry }) => entry.key.startsWith(prefix) && !isAtLeast(start, entry.revision),
        )
        expect(seen).toEqual(expected.map(changeSummaryOf))
      }
    }),
  ))
