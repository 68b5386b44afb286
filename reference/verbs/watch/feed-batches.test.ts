import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChangeFeed } from '../../api/watch.ts'
import { memoryStore } from '../../storage/memory.ts'
import type { Key, Revision, Store } from '../../api/store.ts'
import { changeFeeds } from './feed.ts'

// The feed pauses after each 32 readers.
const limits = { yieldAfterMs: 0, backlogChangesMax: 100, backlogBytesMax: 10_000 }
const pausingReaders = 40
const openStore = () => memoryStore({ clock: { now: () => 0 }, historyMs: 1000 })

const put = (store: Store, key: string) =>
  store.commit({ key: key as Key, guard: { absent: true }, value: Buffer.from(key) })

/** A reader from now on, which records its writes: frames are keys with a semicolon. */
function joinedReader(feed: ChangeFeed, scope: string) {
  const after = feed.newest()
  const writes: Buffer[] = []
  let held: Buffer[] = []
  const joined = feed.subscribe(scope, after, {
    deliver({ frame, change }) {
      held.push(frame('', () => Buffer.from(`${change.entry.key};`)))
    },
    flush(join) {
      if (held.length > 0) writes.push(join(held))
      held = []
    },
    end: () => {},
  })
  if (joined.state !== 'live') throw new Error(`expected a live reader, got ${joined.state}`)
  return { scope, after, writes, leave: joined.subscription.unsubscribe }
}

/** Waits until the feed has delivered everything up to a revision. */
async function delivered(feed: ChangeFeed, revision: Revision): Promise<void> {
  while (feed.delivered() < BigInt(revision)) await setImmediate()
}

describe('a feed with many readers', () => {
  it('delivers together what comes during a delivery, as the same bytes for all', async () => {
    const store = openStore()
    const feed = changeFeeds(limits)(store)
    await feed.start()
    const readers = Array.from({ length: pausingReaders }, () => joinedReader(feed, 'g/r/'))
    const other = joinedReader(feed, 'g/r/n2/')

    for (const key of ['n1/a', 'n1/b', 'n2/c', 'n1/d']) await put(store, `g/r/${key}`)
    await delivered(feed, await store.revision())

    const [one] = readers
    expect(one?.writes.map(String)).toEqual(['g/r/n1/a;', 'g/r/n1/b;g/r/n2/c;g/r/n1/d;'])
    for (const { writes } of readers) {
      expect(writes).toHaveLength(2)
      writes.forEach((bytes, index) => expect(bytes).toBe(one?.writes[index]))
    }
    expect(other.writes.map(String)).toEqual(['g/r/n2/c;'])
  })

  it('delivers large changes one by one', async () => {
    const store = openStore()
    const feed = changeFeeds(limits)(store)
    await feed.start()
    const readers = Array.from({ length: pausingReaders }, () => joinedReader(feed, 'g/r/'))

    for (const name of ['a', 'b', 'c']) {
      const value = Buffer.alloc(40_000)
      await store.commit({ key: `g/r/n/${name}` as Key, guard: { absent: true }, value })
    }
    await delivered(feed, await store.revision())

    for (const { writes } of readers)
      expect(writes.map(String)).toEqual(['g/r/n/a;', 'g/r/n/b;', 'g/r/n/c;'])
  })

  it('delivers each change once and in order, whoever joins or leaves meanwhile', async () => {
    const scope = fc.constantFrom('g/r/n1/', 'g/r/n2/', 'g/r/')
    const act = fc.oneof(
      { weight: 3, arbitrary: fc.record({ do: fc.constant('join' as const), scope }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), scope }) },
      { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), scope }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('turn' as const), scope }) },
    )
    let batches = 0
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 60 }), async acts => {
        const store = openStore()
        const feed = changeFeeds(limits)(store)
        await feed.start()
        const readers = Array.from({ length: pausingReaders }, () => joinedReader(feed, 'g/r/'))
        const gone: typeof readers = []
        const puts: { key: string; revision: bigint }[] = []
        for (const { do: what, scope } of acts) {
          if (what === 'join') readers.push(joinedReader(feed, scope))
          else if (what === 'turn') await setImmediate()
          else if (what === 'put') {
            const key = `${scope === 'g/r/' ? 'g/r/n3/' : scope}${puts.length}`
            puts.push({ key, revision: BigInt((await put(store, key)).revision) })
          } else {
            const one = readers.pop()
            one?.leave()
            if (one) gone.push(one)
          }
        }
        await delivered(feed, await store.revision())

        const textFor = ({ scope, after }: (typeof readers)[number]) =>
          puts
            .filter(({ key, revision }) => revision > after && key.startsWith(scope))
            .map(({ key }) => `${key};`)
            .join('')
        for (const reader of readers) expect(reader.writes.join('')).toBe(textFor(reader))
        for (const reader of gone)
          expect(textFor(reader).startsWith(reader.writes.join(''))).toBe(true)
        batches += readers.filter(({ writes }) =>
          writes.some(bytes => /;./.test(String(bytes))),
        ).length
      }),
      { numRuns: 100 },
    )
    expect(batches).toBeGreaterThan(100)
  })
})
