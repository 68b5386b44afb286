import { expect } from 'vitest'
import {
  type ContractTest,
  create,
  isBefore,
  key,
  promise,
  refusalOf,
  remove,
  update,
} from './contract-test.ts'

/** What a commit promises: guards decide, refusals say what is there, revisions grow. */
export const writes: ContractTest[] = [
  promise('a written value is read back byte for byte', async store => {
    const value = Buffer.from([0, 0xff, 0xc0, 0x0a])

    const entry = await store.commit({ key: key('g/r/n/a'), guard: { absent: true }, value })

    expect(await store.get(key('g/r/n/a'))).toEqual(entry)
    expect(entry.value).toEqual(value)
    expect(await store.get(key('g/r/n/b'))).toBeUndefined()
  }),

  promise('creating a key that exists is refused with what is there', async store => {
    const there = await create(store, 'g/r/n/a', 'first')

    const refusal = await refusalOf(create(store, 'g/r/n/a', 'second'))

    expect(refusal.current).toEqual(there)
  }),

  promise('a change based on an old version is refused with what is there', async store => {
    const old = await create(store, 'g/r/n/a', '1')
    const there = await update(store, old, '2')

    expect((await refusalOf(update(store, old, '3'))).current).toEqual(there)
    expect((await refusalOf(remove(store, old))).current).toEqual(there)
  }),

  promise('a change of an absent key is refused with nothing there', async store => {
    const gone = await create(store, 'g/r/n/a', '1')
    await remove(store, gone)

    expect((await refusalOf(update(store, gone, '2'))).current).toBeUndefined()
    expect((await refusalOf(remove(store, gone))).current).toBeUndefined()
  }),

  promise('a refused write changes nothing', async store => {
    const there = await create(store, 'g/r/n/a', '1')

    await refusalOf(create(store, 'g/r/n/a', '2'))

    expect(await store.revision()).toBe(there.revision)
    expect(await store.get(key('g/r/n/a'))).toEqual(there)
  }),

  promise('every write has a later revision than all before it', async store => {
    const empty = await store.revision()
    const a = await create(store, 'g/r/n/a', '1')
    const b = await create(store, 'g/s//b', '1')
    const changed = await update(store, a, '2')
    const removed = await remove(store, b)

    const revisions = [empty, a.revision, b.revision, changed.revision, removed.revision]
    for (const [index, revision] of revisions.slice(1).entries()) {
      expect(isBefore(revisions[index] ?? revision, revision)).toBe(true)
    }
    expect(await store.revision()).toBe(removed.revision)
  }),

  promise('a removal returns the last value under the revision of the removal', async store => {
    const last = await create(store, 'g/r/n/a', 'last')

    const removed = await remove(store, last)

    expect(removed.value.toString()).toBe('last')
    expect(isBefore(last.revision, removed.revision)).toBe(true)
    expect(await store.get(last.key)).toBeUndefined()
  }),

  promise('a removed key can be created again', async store => {
    await remove(store, await create(store, 'g/r/n/a', '1'))

    const again = await create(store, 'g/r/n/a', '2')

    expect(await store.get(again.key)).toEqual(again)
  }),

  promise('of many writers based on one version exactly one succeeds', async store => {
    const there = await create(store, 'g/r/n/a', '0')
    const attempts = Array.from({ length: 20 }, (_, writer) => update(store, there, `${writer}`))

    const results = await Promise.allSettled(attempts)

    expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
  }),
]
