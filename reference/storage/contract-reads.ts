import { expect } from 'vitest'
import {
  type ContractTest,
  createEntry,
  storeKey,
  unreachedRevision,
  contractTest,
  removeEntry,
  textsOf,
  updateEntry,
} from './contract-test.ts'
import { Compacted, FutureRevision, type Store } from '../api/store.ts'

async function fill(store: Store, names: string[]) {
  for (const name of names) await createEntry(store, name, '1')
}

/** The contract of `range`: one prefix, in byte order, of one immutable snapshot. */
export const readTests: ContractTest[] = [
  contractTest('a range holds the keys of its prefix in byte order', async store => {
    await fill(store, ['g/r/n/b', 'g/r/n/a.b', 'g/r/n/a-b', 'g/r/n/a', 'g/r/n0/a', 'g/r/m/a'])

    const page = await store.range({ prefix: 'g/r/n/' })

    expect(textsOf(page.entries)).toEqual(['g/r/n/a=1', 'g/r/n/a-b=1', 'g/r/n/a.b=1', 'g/r/n/b=1'])
    expect(page.remaining).toBe(0)
  }),

  contractTest('an empty range is a page without entries', async store => {
    await fill(store, ['g/r/n/a'])

    const page = await store.range({ prefix: 'g/s/' })

    expect(page).toEqual({ revision: await store.revision(), entries: [], remaining: 0 })
  }),

  contractTest('a limit cuts the page and says how many keys remain', async store => {
    await fill(store, ['g/r/n/a', 'g/r/n/b', 'g/r/n/c', 'g/s/n/d'])

    const page = await store.range({ prefix: 'g/r/', limit: 2 })

    expect(textsOf(page.entries)).toEqual(['g/r/n/a=1', 'g/r/n/b=1'])
    expect(page.remaining).toBe(1)
  }),

  contractTest('a page starts after a key that need not exist', async store => {
    await fill(store, ['g/r/n/a', 'g/r/n/c', 'g/r/n/d'])

    const afterGone = await store.range({ prefix: 'g/r/', after: storeKey('g/r/n/b'), limit: 1 })
    const afterThere = await store.range({ prefix: 'g/r/', after: storeKey('g/r/n/c') })
    const afterAll = await store.range({ prefix: 'g/r/', after: storeKey('g/r/n/d') })
    const afterPrefix = await store.range({ prefix: 'g/r/', after: storeKey('g/z/z/z') })

    expect(textsOf(afterGone.entries)).toEqual(['g/r/n/c=1'])
    expect(afterGone.remaining).toBe(1)
    expect(textsOf(afterThere.entries)).toEqual(['g/r/n/d=1'])
    expect(afterAll.entries).toEqual([])
    expect(afterPrefix).toMatchObject({ entries: [], remaining: 0 })
  }),

  contractTest('pages of one revision are one snapshot', async store => {
    await fill(store, ['g/r/n/a', 'g/r/n/c', 'g/r/n/e'])
    const { revision, entries } = await store.range({ prefix: 'g/r/', limit: 2 })
    for (const entry of entries) await removeEntry(store, entry)
    await fill(store, ['g/r/n/b', 'g/r/n/d', 'g/r/n/f'])

    const again = await store.range({ prefix: 'g/r/', limit: 2, revision })
    const rest = await store.range({ prefix: 'g/r/', after: storeKey('g/r/n/c'), revision })

    expect(again).toEqual({ revision, entries, remaining: 1 })
    expect(textsOf(rest.entries)).toEqual(['g/r/n/e=1'])
    expect(rest.revision).toBe(revision)
  }),

  contractTest('a snapshot holds the values of its time', async store => {
    const a = await createEntry(store, 'g/r/n/a', 'old')
    const changed = await updateEntry(store, a, 'new')
    await removeEntry(store, changed)

    const before = await store.range({ prefix: 'g/', revision: a.revision })
    const between = await store.range({ prefix: 'g/', revision: changed.revision })

    expect(before.entries).toEqual([a])
    expect(between.entries).toEqual([changed])
    expect((await store.range({ prefix: 'g/' })).entries).toEqual([])
  }),

  contractTest('the revision of a range counts writes outside of it', async store => {
    await createEntry(store, 'g/r/n/a', '1')
    const elsewhere = await createEntry(store, 'g/s/n/a', '1')

    const page = await store.range({ prefix: 'g/r/' })

    expect(page.revision).toBe(elsewhere.revision)
  }),

  contractTest('a compacted snapshot is refused with the oldest that is kept', async store => {
    const a = await createEntry(store, 'g/r/n/a', '1')
    const b = await createEntry(store, 'g/r/n/b', '1')
    const c = await createEntry(store, 'g/r/n/c', '1')
    await store.compact(b.revision)

    const refused = store.range({ prefix: 'g/', revision: a.revision })

    await expect(refused).rejects.toBeInstanceOf(Compacted)
    await expect(refused).rejects.toMatchObject({ oldest: b.revision })
    expect((await store.range({ prefix: 'g/', revision: b.revision })).entries).toEqual([a, b])
    expect((await store.range({ prefix: 'g/', revision: c.revision })).entries).toEqual([a, b, c])
    expect(await store.get(a.key)).toEqual(a)
  }),

  contractTest('a compaction before what is forgotten already changes nothing', async store => {
    const a = await createEntry(store, 'g/r/n/a', '1')
    const b = await updateEntry(store, a, '2')
    await store.compact(b.revision)

    await store.compact(a.revision)

    await expect(store.range({ prefix: 'g/', revision: a.revision })).rejects.toBeInstanceOf(
      Compacted,
    )
    expect((await store.range({ prefix: 'g/', revision: b.revision })).entries).toEqual([b])
  }),

  contractTest('a snapshot of the future is refused with the newest', async store => {
    const { revision } = await createEntry(store, 'g/r/n/a', '1')
    const future = unreachedRevision(revision)

    const refused = store.range({ prefix: 'g/', revision: future })

    await expect(refused).rejects.toBeInstanceOf(FutureRevision)
    await expect(refused).rejects.toMatchObject({ newest: revision })
    await expect(store.compact(future)).rejects.toBeInstanceOf(FutureRevision)
  }),
]
