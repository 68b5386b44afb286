import { describe, expect, it, onTestFinished } from 'vitest'
import { createEntry, storeKey, updateEntry } from './contract-test.ts'
import { memoryStore } from './memory.ts'
import { directCache } from './watch-cache-direct.ts'

const never = new AbortController().signal

function direct() {
  const store = memoryStore({ clock: { now: () => 0 }, historyMs: 1000 })
  onTestFinished(() => store.close())
  return { store, cache: directCache(store) }
}

describe('a direct cache', () => {
  it('shows the newest state of its store with its revision', async () => {
    const { store, cache } = direct()
    const ab = await createEntry(store, 'g/r/n/ab', '1')
    const a = await createEntry(store, 'g/r/n/a', '1')
    const b = await createEntry(store, 'g/r/n/b', '1')

    expect(await cache.get(a.key)).toEqual({ revision: b.revision, entry: a })
    expect(await cache.get(storeKey('g/r/n/'))).toEqual({ revision: b.revision, entry: undefined })
    expect((await cache.range({ prefix: '' })).entries).toEqual([a, ab, b])
    expect(await cache.revision()).toBe(b.revision)
  })

  it('waits until a revision is reached', async () => {
    const { store, cache } = direct()
    const a = await createEntry(store, 'g/r/n/a', '1')
    const next = String(BigInt(a.revision) + 2n) as typeof a.revision

    const waiting = cache.waitFor(next, never)
    await updateEntry(store, await updateEntry(store, a, '2'), '3')

    expect(await waiting).toBe(true)
    expect(await cache.waitFor(a.revision, never)).toBe(true)
  })

  it('keeps waiting when the store drops the revision where the wait started', async () => {
    const { store, cache } = direct()
    const a = await createEntry(store, 'g/r/n/a', '1')
    const next = String(BigInt(a.revision) + 1n) as typeof a.revision
    const moving = directCache({
      ...store,
      revision: async () => {
        const newest = await store.revision()
        if (newest === a.revision) await store.compact((await updateEntry(store, a, '2')).revision)
        return newest
      },
    })

    expect(await moving.waitFor(next, never)).toBe(true)
    expect(await cache.waitFor(next, never)).toBe(true)
  })

  it.each(['the signal', 'the store'])('stops waiting on %s', async what => {
    const { store, cache } = direct()
    const { revision } = await createEntry(store, 'g/r/n/a', '1')
    const stop = new AbortController()

    const waiting = cache.waitFor(String(BigInt(revision) + 1n) as typeof revision, stop.signal)
    await store.revision()
    if (what === 'the signal') stop.abort()
    else await store.close()

    expect(await waiting).toBe(false)
  })
})
