import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../server/clock.ts'
import { storeContract } from './contract.ts'
import {
  createEntry,
  storeKey,
  unreachedRevision,
  removeEntry,
  textsOf,
  updateEntry,
} from './contract-test.ts'
import { memoryStore } from './memory.ts'
import { Compacted, FutureRevision } from '../api/store.ts'
import { watchCache, type WatchCacheOptions } from './watch-cache.ts'

const hourMs = 3_600_000
const lagMs = 60_000
const never = new AbortController().signal

/** A cache of a store in memory, both closed after the test, and their clock. */
function cached(options: Partial<WatchCacheOptions> = {}) {
  const clock = systemClock()
  const store = memoryStore({ clock, historyMs: hourMs })
  const cache = watchCache(store, { clock, lagMs: 0, ...options })
  onTestFinished(async () => {
    await cache.close()
    await store.close()
  })
  const caughtUp = async () => cache.waitFor(await store.revision(), never)
  return { clock, store, cache, caughtUp }
}

storeContract({
  name: 'a store read through a cache that has caught up',
  open: async () => {
    const clock = systemClock()
    const store = memoryStore({ clock, historyMs: hourMs })
    const cache = watchCache(store, { clock, lagMs: 0 })
    const caughtUp = async () => void (await cache.waitFor(await store.revision(), never))
    return {
      ...store,
      get: async key => caughtUp().then(async () => (await cache.get(key)).entry),
      range: async range => caughtUp().then(() => cache.range(range)),
      watch: cache.watch,
      close: async () => {
        await cache.close()
        await store.close()
      },
    }
  },
  skip: [
    'a compacted snapshot is refused with the oldest that is kept',
    'a compaction before what is forgotten already changes nothing',
    'a watch after a compacted revision is refused',
  ].map(test => ({ test, because: 'the cache shows what the store has forgotten' })),
})

describe('a lagging watch cache', () => {
  it('shows a whole past state until the lag is over', async () => {
    const { clock, store, cache, caughtUp } = cached({ lagMs })
    const before = await cache.revision()
    const a = await createEntry(store, 'g/r/n/a', '1')
    const b = await createEntry(store, 'g/r/n/b', '1')
    await setImmediate()

    expect(await cache.range({ prefix: '' })).toEqual({
      revision: before,
      entries: [],
      remaining: 0,
    })
    expect(await cache.get(a.key)).toEqual({ revision: before, entry: undefined })
    clock.advance(lagMs)
    await caughtUp()

    expect(await cache.range({ prefix: '' })).toMatchObject({ entries: [a, b] })
    expect(await cache.get(a.key)).toEqual({ revision: b.revision, entry: a })
  })

  it('delays each change by the lag', async () => {
    const { clock, store, cache } = cached({ lagMs })
    await cache.revision()
    const a = await createEntry(store, 'g/r/n/a', '1')
    await setImmediate()
    clock.advance(lagMs / 2)
    const b = await updateEntry(store, a, '2')
    await setImmediate()
    clock.advance(lagMs / 2)

    expect(await cache.waitFor(a.revision, never)).toBe(true)
    expect((await cache.get(a.key)).entry).toEqual(a)
    clock.advance(lagMs / 2)
    expect(await cache.waitFor(b.revision, never)).toBe(true)
  })

  it('reports that a revision is not reached if the signal fires first', async () => {
    const { store, cache } = cached({ lagMs })
    const { revision } = await createEntry(store, 'g/r/n/a', '1')
    const stop = new AbortController()
    await cache.revision()
    const b = await updateEntry(
      store,
      { key: storeKey('g/r/n/a'), revision, value: Buffer.of() },
      '2',
    )

    const waiting = cache.waitFor(b.revision, stop.signal)
    stop.abort()

    expect(await waiting).toBe(false)
    expect(await cache.waitFor(b.revision, stop.signal)).toBe(false)
  })

  it('does not let its watches run ahead of its contents', async () => {
    const { clock, store, cache } = cached({ lagMs })
    const changes = cache.watch('g/', await cache.revision(), never)[Symbol.asyncIterator]()
    const a = await createEntry(store, 'g/r/n/a', '1')
    let seen: unknown
    const next = changes.next().then(({ value }) => (seen = value))
    await setImmediate()

    expect(seen).toBe(undefined)
    clock.advance(lagMs)
    expect(await next).toMatchObject({ entry: a })
    expect(await cache.revision()).toBe(a.revision)
  })
})

describe('the snapshots of a watch cache', () => {
  it('remain for later pages, even if the store drops them', async () => {
    const { store, cache, caughtUp } = cached()
    for (const name of ['a', 'b', 'c']) await createEntry(store, `g/r/n/${name}`, '1')
    await caughtUp()
    const { revision, entries } = await cache.range({ prefix: 'g/', limit: 2 })
    for (const entry of entries) await removeEntry(store, entry)
    await store.compact(await store.revision())
    await caughtUp()

    const rest = await cache.range({ prefix: 'g/', after: storeKey('g/r/n/b'), revision })

    expect(rest.revision).toBe(revision)
    expect(textsOf(rest.entries)).toEqual(['g/r/n/c=1'])
  })

  it.each([{ snapshotsMax: 2 }, { snapshotBytesMax: 3 }])(
    'are bounded by %o, and the store serves the others',
    async options => {
      const { store, cache, caughtUp } = cached(options)
      const a = await createEntry(store, 'g/r/n/a', 'one')
      await caughtUp()
      const b = await updateEntry(store, a, 'two')
      const c = await updateEntry(store, b, 'three')
      await caughtUp()

      expect((await cache.range({ prefix: '', revision: a.revision })).entries).toEqual([a])
      await store.compact(c.revision)

      expect((await cache.range({ prefix: '', revision: b.revision })).entries).toEqual([b])
      const refused = cache.range({ prefix: '', revision: a.revision })
      await expect(refused).rejects.toBeInstanceOf(Compacted)
    },
  )

  it('are those of the store if the cache is not yet that far', async () => {
    const { store, cache } = cached({ lagMs })
    await cache.revision()
    const a = await createEntry(store, 'g/r/n/a', '1')

    expect((await cache.range({ prefix: '', revision: a.revision })).entries).toEqual([a])
    const refused = cache.range({ prefix: '', revision: unreachedRevision(a.revision) })
    await expect(refused).rejects.toBeInstanceOf(FutureRevision)
  })
})

describe('a watch cache that is closed', () => {
  it('ends its waits and watches, and leaves the store open', async () => {
    const { store, cache } = cached({ lagMs })
    const after = await cache.revision()
    const next = cache.watch('', after, never)[Symbol.asyncIterator]().next()
    const a = await createEntry(store, 'g/r/n/a', '1')
    const waiting = cache.waitFor(a.revision, never)

    await cache.close()

    expect(await waiting).toBe(false)
    expect(await next).toMatchObject({ done: true })
    expect(await cache.waitFor(a.revision, never)).toBe(false)
    await expect(cache.revision()).rejects.toThrow('the watch cache is closed')
    expect(await store.get(a.key)).toEqual(a)
  })
})
