import { setImmediate } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import type { ChangeFeed, Delivery } from '../api/watch.ts'
import { memoryStore } from '../storage/memory.ts'
import { Compacted, type Key, type Revision, type Store } from '../storage/storage.ts'
import { changeFeeds } from './watch-feed.ts'

const limits = { turnMs: 5, recentChangesMax: 4, recentBytesMax: 1000 }
const openStore = () => memoryStore({ clock: { now: () => 0 }, historyMs: 1000 })

const put = (store: Store, key: string) =>
  store.commit({ key: key as Key, guard: { absent: true }, value: Buffer.from(key) })

/** A reader that writes down what it takes; `told()` waits until the feed has told everything. */
function reading(feed: ChangeFeed, scope: string) {
  const keys: string[] = []
  const ends: unknown[] = []
  let seen = feed.newest()
  const take = ({ change, position }: Delivery) => {
    seen = position
    keys.push(change.entry.key)
  }
  const leave = feed.join(scope, { seen: () => seen, take, end: error => void ends.push(error) })
  return { keys, ends, leave }
}

async function told(feed: ChangeFeed, revision: Revision): Promise<void> {
  while (feed.told() < BigInt(revision)) await setImmediate()
}

describe('a feed of changes', () => {
  it('is one for each store', () => {
    const feedOf = changeFeeds(limits)
    const store = openStore()

    expect(feedOf(store)).toBe(feedOf(store))
    expect(feedOf(store)).not.toBe(feedOf(openStore()))
  })

  it('tells each scope what is in it, and nothing else', async () => {
    const store = openStore()
    const feed = changeFeeds(limits)(store)
    await feed.start()
    const type = reading(feed, 'g/r/')
    const namespace = reading(feed, 'g/r/ns1/')
    const one = reading(feed, 'g/r/ns1/a')
    const other = reading(feed, 'g/r2/')

    let last = ''
    for (const key of ['g/r/ns1/a', 'g/r/ns10/a', 'g/r/ns1/ab', 'g/r2//a']) {
      last = (await put(store, key)).revision
    }
    await told(feed, last as Revision)

    expect(type.keys).toEqual(['g/r/ns1/a', 'g/r/ns10/a', 'g/r/ns1/ab'])
    expect(namespace.keys).toEqual(['g/r/ns1/a', 'g/r/ns1/ab'])
    expect(one.keys).toEqual(['g/r/ns1/a'])
    expect(other.keys).toEqual(['g/r2//a'])
  })

  it('remembers the newest changes, and reads older ones from the store', async () => {
    const store = openStore()
    const feed = changeFeeds(limits)(store)
    await feed.start()
    const start = feed.newest()
    let last = await put(store, 'g/r/n/a')
    for (const name of ['b', 'c', 'd', 'e']) last = await put(store, `g/r/n/${name}`)
    await told(feed, last.revision)

    const older: string[] = []
    for await (const part of feed.older('g/r/', start, new AbortController().signal)) {
      older.push(...part.deliveries.map(({ change }) => change.entry.key.slice(-1)))
    }

    expect(feed.recent('g/r/', start)).toBe('forgotten')
    expect(feed.recent('g/r/', feed.newest())).toEqual({ deliveries: [], position: feed.newest() })
    expect(older.join('')).toMatch(/^abc/)
  })

  it('tells its readers when the store ends or fails, and begins anew for the next', async () => {
    const store = openStore()
    const broken: Store = {
      ...store,
      watch: () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => Promise.reject(new Compacted('1' as Revision)),
        }),
      }),
    }
    const feedOf = changeFeeds(limits)
    const [closed, failed] = [feedOf(store), feedOf(broken)]
    await closed.start()
    const ofClosed = reading(closed, 'g/r/')
    const starting = failed.start()
    const ofFailed = reading(failed, 'g/r/')
    await starting
    await setImmediate()
    await store.close()
    await setImmediate()

    expect(ofFailed.ends).toEqual([expect.any(Compacted)])
    expect(ofClosed.ends).toEqual([undefined])
  })

  it('tells how far it is after it began anew, also when a reader had failed', async () => {
    const passing: ((revision: Revision) => void)[] = []
    const store = openStore()
    const watch: Store['watch'] = (prefix, after, signal, pass) => {
      if (pass) passing.push(pass)
      return store.watch(prefix, after, signal)
    }
    const feed = changeFeeds(limits)({ ...store, watch })
    await feed.start()
    const failure = new Error('a reader has failed')
    const ended = new Promise(end => {
      const take = () => {
        throw failure
      }
      feed.join('g/r/', { seen: () => 0n, take, end })
    })
    await put(store, 'g/r/n/a')
    expect(await ended).toBe(failure)

    await feed.start()
    passing.at(-1)?.('80' as Revision)

    expect(feed.told()).toBe(80n)
  })

  it('forgets who has left', async () => {
    const store = openStore()
    const feed = changeFeeds(limits)(store)
    await feed.start()
    const gone = reading(feed, 'g/r/')
    const stays = reading(feed, 'g/r/')

    gone.leave()
    await told(feed, (await put(store, 'g/r/n/a')).revision)

    expect(gone.keys).toEqual([])
    expect(stays.keys).toEqual(['g/r/n/a'])
  })
})
