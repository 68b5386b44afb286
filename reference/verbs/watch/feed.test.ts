import { setImmediate } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import type { ChangeFeed, Delivery } from '../../api/watch.ts'
import { memoryStore } from '../../storage/memory.ts'
import { Compacted, type Key, type Revision, type Store } from '../../api/store.ts'
import { changeFeeds } from './feed.ts'

const limits = { yieldAfterMs: 5, backlogChangesMax: 4, backlogBytesMax: 1000 }
const openStore = () => memoryStore({ clock: { now: () => 0 }, historyMs: 1000 })

const put = (store: Store, key: string) =>
  store.commit({ key: key as Key, guard: { absent: true }, value: Buffer.from(key) })

const ignoring = { deliver: () => {}, flush: () => {}, end: () => {} }

/** A reader that records what it is given; it subscribes after the newest change. */
function reading(feed: ChangeFeed, scope: string) {
  const keys: string[] = []
  const ends: unknown[] = []
  const take = ({ change }: Delivery) => void keys.push(change.entry.key)
  const end = (error?: unknown) => void ends.push(error)
  const joined = feed.subscribe(scope, feed.newest(), { ...ignoring, deliver: take, end })
  if (joined.state !== 'live') throw new Error(`expected a live reader, got ${joined.state}`)
  return { keys, ends, leave: joined.subscription.unsubscribe }
}

/** Waits until the feed has delivered everything up to a revision. */
async function delivered(feed: ChangeFeed, revision: Revision): Promise<void> {
  while (feed.delivered() < BigInt(revision)) await setImmediate()
}

describe('a feed of changes', () => {
  it('is shared per store', () => {
    const feedOf = changeFeeds(limits)
    const store = openStore()

    expect(feedOf(store)).toBe(feedOf(store))
    expect(feedOf(store)).not.toBe(feedOf(openStore()))
  })

  it('delivers to each scope only its own changes', async () => {
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
    await delivered(feed, last as Revision)

    expect(type.keys).toEqual(['g/r/ns1/a', 'g/r/ns10/a', 'g/r/ns1/ab'])
    expect(namespace.keys).toEqual(['g/r/ns1/a', 'g/r/ns1/ab'])
    expect(one.keys).toEqual(['g/r/ns1/a'])
    expect(other.keys).toEqual(['g/r2//a'])
  })

  it('buffers the newest changes, and reads older ones from the store', async () => {
    const store = openStore()
    const feed = changeFeeds(limits)(store)
    await feed.start()
    const start = feed.newest()
    let last = await put(store, 'g/r/n/a')
    for (const name of ['b', 'c', 'd', 'e']) last = await put(store, `g/r/n/${name}`)
    await delivered(feed, last.revision)

    const older: string[] = []
    for await (const part of feed.older('g/r/', start, new AbortController().signal)) {
      older.push(...part.deliveries.map(({ change }) => change.entry.key.slice(-1)))
    }

    expect(feed.subscribe('g/r/', start, ignoring)).toEqual({ state: 'beforeRecent' })
    expect(feed.subscribe('g/r/', feed.newest(), ignoring)).toMatchObject({
      state: 'live',
      backlog: { deliveries: [], position: feed.newest() },
    })
    expect(older.join('')).toMatch(/^abc/)
  })

  it('ends its readers if the store ends or fails', async () => {
    const store = openStore()
    const broken: Store = {
      ...store,
      watch: () => ({
        [Symbol.asyncIterator]: () => ({
          async next() {
            await setImmediate()
            throw new Compacted('1' as Revision)
          },
        }),
      }),
    }
    const feedOf = changeFeeds(limits)
    const [closed, failed] = [feedOf(store), feedOf(broken)]
    await closed.start()
    const ofClosed = reading(closed, 'g/r/')
    await failed.start()
    const ofFailed = reading(failed, 'g/r/')
    while (ofFailed.ends.length === 0) await setImmediate()
    await store.close()
    while (ofClosed.ends.length === 0) await setImmediate()

    expect(ofFailed.ends).toEqual([expect.any(Compacted)])
    expect(ofClosed.ends).toEqual([undefined])
  })

  it('reports its position after a restart, even if a reader had failed', async () => {
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
      const take = ({ change }: Delivery) => {
        if (change.entry.key.endsWith('/a')) throw failure
      }
      feed.subscribe('g/r/', 1n, { ...ignoring, deliver: take, end })
    })
    const other = reading(feed, 'g/r/')
    await Promise.all(['a', 'b', 'c'].map(name => put(store, `g/r/n/${name}`)))
    expect(await ended).toBe(failure)
    // The other reader gets no change after one that it has missed.
    expect([[], ['g/r/n/a']]).toContainEqual(other.keys)
    expect(feed.delivered()).toBeLessThan(BigInt(await store.revision()))

    await feed.start()
    passing.at(-1)?.('80' as Revision)

    expect(feed.delivered()).toBe(80n)
  })

  it('accepts no readers while it does not follow its source', async () => {
    const store = openStore()
    const feed = changeFeeds(limits)(store)
    const before = feed.subscribe('g/r/', 1n, ignoring)
    await feed.start()
    const during = feed.subscribe('g/r/', 1n, ignoring)
    await store.close()
    await setImmediate()

    expect(before).toEqual({ state: 'stopped' })
    expect(during).toMatchObject({ state: 'live' })
    expect(feed.subscribe('g/r/', 1n, ignoring)).toEqual({ state: 'stopped' })
  })

  it('delivers the backlog and later changes to a reader, without a gap', async () => {
    const store = openStore()
    const feed = changeFeeds(limits)(store)
    await feed.start()
    const start = feed.newest()
    await delivered(feed, (await put(store, 'g/r/n/a')).revision)

    const keys: string[] = []
    const take = ({ change }: Delivery) => void keys.push(change.entry.key)
    const joined = feed.subscribe('g/r/', start, { ...ignoring, deliver: take })
    await delivered(feed, (await put(store, 'g/r/n/b')).revision)

    const backlog = 'backlog' in joined ? joined.backlog.deliveries : []
    expect(backlog.map(({ change }) => change.entry.key)).toEqual(['g/r/n/a'])
    expect(keys).toEqual(['g/r/n/b'])
  })

  it('refuses a source with changes out of order', async () => {
    const feed = changeFeeds(limits)({
      revision: async () => '5' as Revision,
      async *watch() {
        const entry = { key: 'g/r/n/a' as Key, revision: '5' as Revision, value: Buffer.from('') }
        await setImmediate()
        yield { type: 'put', entry, previous: undefined }
      },
    })
    await feed.start()

    const end = await new Promise(resolve =>
      feed.subscribe('g/r/', 5n, { ...ignoring, end: resolve }),
    )

    expect(String(end)).toMatch('change 5 comes behind 5')
  })

  it('drops readers that have left', async () => {
    const store = openStore()
    const feed = changeFeeds(limits)(store)
    await feed.start()
    const gone = reading(feed, 'g/r/')
    const stays = reading(feed, 'g/r/')

    gone.leave()
    await delivered(feed, (await put(store, 'g/r/n/a')).revision)

    expect(gone.keys).toEqual([])
    expect(stays.keys).toEqual(['g/r/n/a'])
  })
})
