import { describe, expect, it } from 'vitest'
import { storeContract } from './contract.ts'
import { createEntry, watchReader, removeEntry, updateEntry } from './contract-test.ts'
import { memoryStore } from './memory.ts'
import { Compacted, type Revision, type Store, type StoredEntry } from '../api/store.ts'

const hourMs = 3_600_000

storeContract({
  name: 'memory',
  open: async () => memoryStore({ clock: { now: () => 0 }, historyMs: hourMs }),
  skip: [],
})

/** A clock that moves only when the test advances it. */
function handClock() {
  let nowMs = 0
  return {
    now: () => nowMs,
    advance(ms: number) {
      nowMs += ms
    },
  }
}

const rangeAt = (store: Store, revision: Revision) => store.range({ prefix: '', revision })

async function updates(store: Store, first: StoredEntry, count: number): Promise<StoredEntry[]> {
  const entries = [first]
  for (let change = 0; change < count; change++) {
    entries.push(await updateEntry(store, entries.at(-1) ?? first, `${change}`))
  }
  return entries
}

describe('the history of a memory store', () => {
  it('starts at its first revision, never at 0', async () => {
    const clock = handClock()

    expect(await memoryStore({ clock, historyMs: 1 }).revision()).toBe('1')
    expect(await memoryStore({ clock, historyMs: 1, firstRevision: 70 }).revision()).toBe('70')
  })

  it('raises one counter by one with every commit', async () => {
    const store = memoryStore({ clock: handClock(), historyMs: 1, firstRevision: 5 })
    const a = await createEntry(store, 'g/r/n/a', '1')
    const b = await createEntry(store, 'g/s/n/b', '1')
    const removed = await removeEntry(store, a)

    expect([a, b, removed].map(({ revision }) => revision)).toEqual(['6', '7', '8'])
  })

  it('keeps a snapshot for the whole window after it was replaced', async () => {
    const clock = handClock()
    const store = memoryStore({ clock, historyMs: 1000 })
    const a = await createEntry(store, 'g/r/n/a', '1')
    clock.advance(5000)
    const b = await updateEntry(store, a, '2')
    clock.advance(1000)

    expect((await rangeAt(store, a.revision)).entries).toEqual([a])
    clock.advance(1)

    const refused = rangeAt(store, a.revision)
    await expect(refused).rejects.toBeInstanceOf(Compacted)
    await expect(refused).rejects.toMatchObject({ oldest: b.revision })
  })

  it('keeps the newest snapshot forever', async () => {
    const clock = handClock()
    const store = memoryStore({ clock, historyMs: 1000 })
    const a = await createEntry(store, 'g/r/n/a', '1')
    clock.advance(hourMs)

    expect((await rangeAt(store, a.revision)).entries).toEqual([a])
  })

  it('drops exactly what is outside the window, across many blocks', async () => {
    const clock = handClock()
    const store = memoryStore({ clock, historyMs: 1000 })
    const old = await updates(store, await createEntry(store, 'g/r/n/a', ''), 3000)
    clock.advance(600)
    const young = await updates(store, await createEntry(store, 'g/r/n/b', ''), 2000)
    clock.advance(600)

    const oldest = old.at(-1)?.revision
    for (const { revision } of old.slice(0, -1)) {
      await expect(rangeAt(store, revision)).rejects.toMatchObject({ oldest })
    }
    for (const { revision } of [...old.slice(-1), ...young]) {
      expect(await rangeAt(store, revision)).toMatchObject({ revision })
    }
  })

  it('keeps no more snapshots than its maximum', async () => {
    const store = memoryStore({ clock: handClock(), historyMs: hourMs, historyMax: 10 })
    const entries = await updates(store, await createEntry(store, 'g/r/n/a', ''), 50)

    const oldest = entries.at(-10)?.revision

    expect(await rangeAt(store, oldest ?? ('' as Revision))).toMatchObject({ revision: oldest })
    await expect(rangeAt(store, '1' as Revision)).rejects.toMatchObject({ oldest })
  })

  it('keeps no more bytes of older values than its maximum', async () => {
    const store = memoryStore({ clock: handClock(), historyMs: hourMs, historyBytesMax: 100 })
    const text = 'x'.repeat(40)
    const a = await createEntry(store, 'g/r/n/a', text)
    const b = await updateEntry(store, a, text)
    const c = await updateEntry(store, b, text)
    await createEntry(store, 'g/r/n/other', 'x'.repeat(1000))
    expect((await rangeAt(store, a.revision)).entries).toEqual([a])

    const last = await removeEntry(store, c)

    await expect(rangeAt(store, a.revision)).rejects.toMatchObject({ oldest: b.revision })
    expect((await rangeAt(store, b.revision)).entries).toEqual([b])
    expect((await rangeAt(store, last.revision)).entries).toHaveLength(1)
  })

  it('keeps the newest snapshot even if one value exceeds the maximum', async () => {
    const store = memoryStore({ clock: handClock(), historyMs: hourMs, historyBytesMax: 1 })
    const a = await createEntry(store, 'g/r/n/a', 'long')
    const b = await updateEntry(store, a, 'longer')

    await expect(rangeAt(store, a.revision)).rejects.toMatchObject({ oldest: b.revision })
    expect((await rangeAt(store, b.revision)).entries).toEqual([b])
  })

  it('drops no snapshot early when the clock is set back', async () => {
    const clock = handClock()
    clock.advance(1000)
    const store = memoryStore({ clock, historyMs: 1000 })
    const a = await createEntry(store, 'g/r/n/a', '1')
    clock.advance(-1000)
    const b = await updateEntry(store, a, '2')
    clock.advance(1500)

    expect((await rangeAt(store, a.revision)).entries).toEqual([a])
    expect((await rangeAt(store, b.revision)).entries).toEqual([b])
  })

  it('lets a waiting watch outlive the window', async () => {
    const clock = handClock()
    const store = memoryStore({ clock, historyMs: 1000 })
    const watch = watchReader(store, 'g/r/', await store.revision())
    const waiting = watch.take(1)
    for (let step = 0; step < 5; step++) {
      clock.advance(1000)
      await createEntry(store, `g/other/n/${step}`, '1')
    }

    const a = await createEntry(store, 'g/r/n/a', '1')

    expect(await waiting).toMatchObject([{ entry: a }])
    watch.stop()
  })

  it('refuses a reader that has fallen behind the window', async () => {
    const clock = handClock()
    const store = memoryStore({ clock, historyMs: 1000 })
    const watch = watchReader(store, 'g/', await store.revision())
    const a = await createEntry(store, 'g/r/n/a', '1')
    const b = await updateEntry(store, a, '2')
    expect(await watch.take(1)).toMatchObject([{ entry: a }])
    clock.advance(1001)
    const c = await updateEntry(store, b, '3')

    await expect(watch.next()).rejects.toMatchObject({ oldest: b.revision })
    expect(c.revision).toBe(await store.revision())
  })

  it('scans a long log for a rare prefix', async () => {
    const store = memoryStore({ clock: handClock(), historyMs: hourMs })
    const start = await store.revision()
    await updates(store, await createEntry(store, 'g/common/n/a', ''), 10_000)
    const rare = await createEntry(store, 'g/rare/n/a', '1')

    const watch = watchReader(store, 'g/rare/', start)

    expect(await watch.take(1)).toMatchObject([{ entry: rare }])
    watch.stop()
  })

  it('rejects an invalid revision as an error of the caller', async () => {
    const store = memoryStore({ clock: handClock(), historyMs: 1 })

    await expect(rangeAt(store, 'abc' as Revision)).rejects.toThrow(
      'a revision is a decimal number',
    )
  })

  it('rejects everything after it was closed', async () => {
    const store = memoryStore({ clock: handClock(), historyMs: 1 })
    await store.close()

    await expect(store.revision()).rejects.toThrow('the store is closed')
  })
})
