import { expect } from 'vitest'
import {
  type ContractTest,
  createEntry,
  isBefore,
  storeKey,
  contractTest,
  conflictOf,
  removeEntry,
  updateEntry,
} from './contract-test.ts'

/**
 * The contract of `commit`: guards decide, a conflict returns the current entry, revisions grow.
 */
export const writeTests: ContractTest[] = [
  contractTest('a written value is read back byte for byte', async store => {
    const value = Buffer.from([0, 0xff, 0xc0, 0x0a])

    const entry = await store.commit({ key: storeKey('g/r/n/a'), guard: { absent: true }, value })

    expect(await store.get(storeKey('g/r/n/a'))).toEqual(entry)
    expect(entry.value).toEqual(value)
    expect(await store.get(storeKey('g/r/n/b'))).toBeUndefined()
  }),

  contractTest('creating a key that exists is refused with what is there', async store => {
    const there = await createEntry(store, 'g/r/n/a', 'first')

    const refusal = await conflictOf(createEntry(store, 'g/r/n/a', 'second'))

    expect(refusal.current).toEqual(there)
  }),

  contractTest('a change based on an old version is refused with what is there', async store => {
    const old = await createEntry(store, 'g/r/n/a', '1')
    const there = await updateEntry(store, old, '2')

    expect((await conflictOf(updateEntry(store, old, '3'))).current).toEqual(there)
    expect((await conflictOf(removeEntry(store, old))).current).toEqual(there)
  }),

  contractTest('a change of an absent key is refused with nothing there', async store => {
    const gone = await createEntry(store, 'g/r/n/a', '1')
    await removeEntry(store, gone)

    expect((await conflictOf(updateEntry(store, gone, '2'))).current).toBeUndefined()
    expect((await conflictOf(removeEntry(store, gone))).current).toBeUndefined()
  }),

  contractTest('a refused write changes nothing', async store => {
    const there = await createEntry(store, 'g/r/n/a', '1')

    await conflictOf(createEntry(store, 'g/r/n/a', '2'))

    expect(await store.revision()).toBe(there.revision)
    expect(await store.get(storeKey('g/r/n/a'))).toEqual(there)
  }),

  contractTest('every write has a later revision than all before it', async store => {
    const empty = await store.revision()
    const a = await createEntry(store, 'g/r/n/a', '1')
    const b = await createEntry(store, 'g/s//b', '1')
    const changed = await updateEntry(store, a, '2')
    const removed = await removeEntry(store, b)

    const revisions = [empty, a.revision, b.revision, changed.revision, removed.revision]
    for (const [index, revision] of revisions.slice(1).entries()) {
      expect(isBefore(revisions[index] ?? revision, revision)).toBe(true)
    }
    expect(await store.revision()).toBe(removed.revision)
  }),

  contractTest(
    'a removal returns the last value under the revision of the removal',
    async store => {
      const last = await createEntry(store, 'g/r/n/a', 'last')

      const removed = await removeEntry(store, last)

      expect(removed.value.toString()).toBe('last')
      expect(isBefore(last.revision, removed.revision)).toBe(true)
      expect(await store.get(last.key)).toBeUndefined()
    },
  ),

  contractTest('a removed key can be created again', async store => {
    await removeEntry(store, await createEntry(store, 'g/r/n/a', '1'))

    const again = await createEntry(store, 'g/r/n/a', '2')

    expect(await store.get(again.key)).toEqual(again)
  }),

  contractTest('of many writers based on one version exactly one succeeds', async store => {
    const there = await createEntry(store, 'g/r/n/a', '0')
    const attempts = Array.from({ length: 20 }, (_, writer) =>
      updateEntry(store, there, `${writer}`),
    )

    const results = await Promise.allSettled(attempts)

    expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
  }),
]
