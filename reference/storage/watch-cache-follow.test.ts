import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../server/clock.ts'
import { createEntry, removeEntry, updateEntry } from './contract-test.ts'
import { memoryStore } from './memory.ts'
import { Compacted, type Revision, type Store, Unavailable } from '../api/store.ts'
import { watchCache } from './watch-cache.ts'

const historyMs = 3_600_000
const retryMs = 60_000
const never = new AbortController().signal

/** A cache that reaches its store, or a replacement, over a connection that can be cut. */
function connected({ first = {}, lagMs = 0 }: { first?: Partial<Store>; lagMs?: number } = {}) {
  const clock = systemClock()
  const store = memoryStore({ clock, historyMs })
  let other = first
  let connection = new AbortController()
  let loads = 0

  const remote: Store = {
    ...store,
    range(range) {
      loads += 1
      return (other.range ?? store.range)(range)
    },
    revision: () => (other.revision ?? store.revision)(),
    async *watch(prefix, after, signal, pass) {
      const cut = connection.signal
      const changes = (other.watch ?? store.watch)(
        prefix,
        after,
        AbortSignal.any([signal, cut]),
        pass,
      )
      yield* changes
      if (cut.aborted) throw new Unavailable('the connection is cut', { effect: 'none' })
    },
  }
  const cache = watchCache(remote, { clock, lagMs, retryMs })
  onTestFinished(async () => {
    await cache.close()
    await store.close()
  })

  return {
    store,
    cache,
    loads: () => loads,
    caughtUp: async () => cache.waitFor(await store.revision(), never),
    async cut(from: Partial<Store> = {}) {
      other = from
      connection.abort()
      connection = new AbortController()
      await setImmediate()
    },
    async retry() {
      clock.advance(retryMs)
      await setImmediate()
    },
    clock,
  }
}

describe('a watch cache whose store fails', () => {
  it('shows its contents, and continues from its position', async () => {
    const { store, cache, loads, caughtUp, cut, retry } = connected()
    const a = await createEntry(store, 'g/r/n/a', '1')
    await caughtUp()
    await store.compact(a.revision)
    const loadsBefore = loads()
    await cut()
    const b = await updateEntry(store, a, '2')
    await setImmediate()

    expect((await cache.get(a.key)).entry).toEqual(a)
    await retry()

    expect((await cache.get(a.key)).entry).toEqual(b)
    expect(loads()).toBe(loadsBefore)
    expect((await cache.range({ prefix: '', revision: a.revision })).entries).toEqual([a])
  })

  it('reloads everything if the changes it missed were dropped', async () => {
    const { store, cache, caughtUp, cut, retry } = connected()
    const a = await createEntry(store, 'g/r/n/a', '1')
    await caughtUp()
    await cut()
    await removeEntry(store, a)
    const b = await createEntry(store, 'g/r/n/b', '1')
    await store.compact(b.revision)
    await retry()
    await retry()

    expect(await cache.range({ prefix: '' })).toMatchObject({ revision: b.revision, entries: [b] })
    // The cache does not know the changes between the two loads, and the store has compacted them.
    const refused = cache.range({ prefix: '', revision: a.revision })
    await expect(refused).rejects.toBeInstanceOf(Compacted)
    const c = await createEntry(store, 'g/r/n/c', '1')
    await caughtUp()
    expect(await cache.range({ prefix: '' })).toMatchObject({ entries: [b, c] })
  })

  it('does not show a change again that is part of an earlier load', async () => {
    const { store, cache, cut, retry } = connected({ lagMs: 4 * retryMs })
    await cache.revision()
    const a = await createEntry(store, 'g/r/n/a', '1')
    await cut()
    const b = await updateEntry(store, a, '2')
    await store.compact(b.revision)
    await retry()
    await retry()

    expect(await cache.get(a.key)).toEqual({ revision: b.revision, entry: b })
    await retry()
    await retry()

    expect(await cache.get(a.key)).toEqual({ revision: b.revision, entry: b })
  })

  it('loads a large store in pages of one snapshot, despite concurrent writes', async () => {
    const { store, cache, caughtUp, cut, retry } = connected()
    await caughtUp()
    const range: Store['range'] = async wanted => {
      const page = await store.range(wanted)
      const [first] = page.entries
      if (first && wanted.after === undefined) await removeEntry(store, first)
      return page
    }
    await cut({ range })
    for (let i = 0; i < 1200; i++) await createEntry(store, `g/r/n/${1000 + i}`, '')
    await store.compact(await store.revision())
    await retry()
    await retry()
    await caughtUp()

    expect(await cache.range({ prefix: '' })).toEqual(await store.range({ prefix: '' }))
    expect((await cache.range({ prefix: '' })).entries).toHaveLength(1199)
  })

  it('rejects reads like the store until the first load', async () => {
    const { cache, cut, retry } = connected({
      first: { range: () => Promise.reject(new Unavailable('no route', { effect: 'none' })) },
    })

    await expect(cache.revision()).rejects.toThrow('no route')
    await expect(cache.range({ prefix: '' })).rejects.toThrow('no route')
    const waiting = cache.waitFor('1' as Revision, never)
    await cut()
    await retry()

    expect(await waiting).toBe(true)
    expect(await cache.revision()).toBe('1')
  })

  it('ends while it waits for a retry', async () => {
    const { cache, caughtUp, cut } = connected()
    await caughtUp()
    await cut()

    await cache.close()

    expect(await cache.waitFor('999' as Revision, never)).toBe(false)
  })
})

describe('a watch cache of a shared store', () => {
  it('learns and reports revisions without changes of its own', async () => {
    const followers: ((revision: Revision) => void)[] = []
    const store = memoryStore({ clock: systemClock(), historyMs })
    const watch: Store['watch'] = (prefix, after, signal, pass) => {
      if (pass) followers.push(pass)
      return store.watch(prefix, after, signal)
    }
    const { cache } = connected({ first: { range: store.range, watch } })
    const a = await createEntry(store, 'g/r/n/a', '1')
    await cache.waitFor(a.revision, never)
    const passed: string[] = []
    const next = cache.watch('g/', a.revision, never, one => passed.push(one))
    void next[Symbol.asyncIterator]().next()
    const waiting = cache.waitFor('70' as Revision, never)
    await setImmediate()
    expect(passed).toEqual([])

    for (const notify of followers) notify('80' as Revision)
    await setImmediate()

    expect(await waiting).toBe(true)
    expect(followers).toHaveLength(1)
    expect(passed).toEqual(['80'])
    expect(await cache.get(a.key)).toEqual({ revision: '80', entry: a })
    expect(await cache.range({ prefix: '', revision: '75' as Revision })).toMatchObject({
      revision: '75',
      entries: [a],
    })
  })

  it('asks the store for its revision while it waits, even in vain', async () => {
    let asked = 0
    const revision: Store['revision'] = () => {
      asked += 1
      return Promise.reject(new Unavailable('no route', { effect: 'none' }))
    }
    const { store, cache } = connected({ first: { revision } })
    await cache.waitFor(await store.revision(), never)
    const askedBefore = asked
    const waiting = cache.waitFor('2' as Revision, never)
    await createEntry(store, 'g/r/n/a', '1')

    expect(await waiting).toBe(true)
    expect(await cache.waitFor('2' as Revision, never)).toBe(true)
    expect(asked - askedBefore).toBe(1)
  })
})
