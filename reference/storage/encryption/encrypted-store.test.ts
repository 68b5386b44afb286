import { describe, expect, it } from 'vitest'

import type { EncryptionProvider } from '../../api/encryption.ts'
import { CorruptValue, type Key, type Revision, type Store } from '../../api/store.ts'
import { storeContract } from '../contract.ts'
import { createEntry, removeEntry, textsOf, updateEntry, watchReader } from '../contract-test.ts'
import { memoryStore } from '../memory.ts'
import { directCache } from '../watch-cache-direct.ts'
import { withEncryption } from './encrypted-store.ts'
import { transformValues } from './transform-values.ts'

const provider = (kind: 'aesgcm' | 'secretbox', fill: number): EncryptionProvider => ({
  kind,
  keys: [{ name: `${fill}`, secret: Buffer.alloc(32, fill) }],
})

const over = (store: Store, ...providers: EncryptionProvider[]) =>
  withEncryption(
    { store, watchCache: directCache(store) },
    transformValues(rulesOf(...providers), { clock }),
  )

const rulesOf = (...providers: EncryptionProvider[]) => ({
  rules: [{ resources: ['*.*'], providers }],
})

const clock = { steady: () => 0, after: () => () => {} }

const engine = () => memoryStore({ clock: { now: () => 0 }, historyMs: 3_600_000 })

storeContract({
  name: 'memory with AES-GCM',
  open: async () => over(engine(), provider('aesgcm', 1)).store,
  skip: [],
})

storeContract({
  name: 'memory with secretbox',
  open: async () => over(engine(), provider('secretbox', 1)).store,
  skip: [],
})

const [a, b] = ['/secrets/n/a', '/secrets/n/b']

/** A store with an entry of a lost key, `a`, and one of a present key, `b`. */
async function lossy() {
  const inner = engine()
  const lost = await createEntry(over(inner, provider('aesgcm', 1)).store, a ?? '', 'lost')
  const { store, watchCache } = over(inner, provider('aesgcm', 2))
  const kept = await createEntry(store, b ?? '', 'kept')
  return { inner, lost, store, watchCache, kept }
}

describe('an encrypted store', () => {
  it('stores no plain text, with the same revisions as its engine', async () => {
    const inner = engine()
    const { store } = over(inner, provider('aesgcm', 1))
    const { revision } = await createEntry(store, a ?? '', 'marker')
    const stored = await inner.get((a ?? '') as Key)

    expect(stored?.value.includes('marker')).toBe(false)
    expect(stored?.revision).toBe(revision)
  })

  it('returns the same entry while the engine does', async () => {
    const { store } = over(engine(), provider('aesgcm', 1))
    const { key } = await createEntry(store, a ?? '', 'text')
    const again = await store.get(key)

    expect(await store.get(key)).toBe(again)
    expect((await store.range({ prefix: '' })).entries[0]).toBe(again)
  })

  it('refuses to read a value with a lost key, and reads the others', async () => {
    const { store, watchCache, lost, kept } = await lossy()

    await expect(store.get(lost.key)).rejects.toThrow(CorruptValue)
    await expect(watchCache.get(lost.key)).rejects.toThrow(CorruptValue)
    await expect(store.range({ prefix: '' })).rejects.toThrow(CorruptValue)
    await expect(watchCache.range({ prefix: '' })).rejects.toThrow(CorruptValue)
    await expect(updateEntry(store, { ...lost, revision: '1' as Revision }, '')).rejects.toThrow(
      CorruptValue,
    )
    expect((await store.get(kept.key))?.value.toString()).toBe('kept')
    expect(textsOf((await store.range({ prefix: b ?? '' })).entries)).toEqual([`${b}=kept`])
  })

  it('omits unreadable values if requested, and returns the last key of the page', async () => {
    const { store, watchCache, lost } = await lossy()
    const range = { prefix: '', limit: 1, skipsUnreadable: true } as const

    expect(await watchCache.range(range)).toMatchObject({
      entries: [],
      remaining: 1,
      last: lost.key,
    })
    expect(textsOf((await store.range({ ...range, limit: 2 })).entries)).toEqual([`${b}=kept`])
  })

  it('removes an unreadable value without returning it', async () => {
    const { inner, store, lost } = await lossy()
    const removed = await removeEntry(store, lost)

    expect(removed.value).toHaveLength(0)
    expect(await inner.get(lost.key)).toBeUndefined()
  })

  it('ends a watch at an unreadable change', async () => {
    const { inner, watchCache, kept } = await lossy()
    const reader = watchReader(watchCache, '', kept.revision)
    await createEntry(over(inner, provider('aesgcm', 1)).store, '/secrets/n/c', 'lost')

    await expect(reader.next()).rejects.toThrow(CorruptValue)
  })

  it('marks values that were encrypted before a change of keys as stale', async () => {
    const inner = engine()
    const transformer = transformValues(rulesOf(provider('aesgcm', 1)), { clock })
    const committing: Store = {
      ...inner,
      commit: async write => {
        const entry = await inner.commit(write)
        await transformer.replace(rulesOf(provider('aesgcm', 2), provider('aesgcm', 1)))
        return entry
      },
    }
    const cache = directCache(committing)
    const { store } = withEncryption({ store: committing, watchCache: cache }, transformer)
    const { key } = await createEntry(store, a ?? '', 'text')

    expect(await store.get(key)).toMatchObject({ isStale: true })
  })

  it('marks values that would now be stored differently as stale', async () => {
    const { inner, lost } = await lossy()
    const { store } = over(inner, provider('aesgcm', 2), provider('aesgcm', 1))

    expect(await store.get(lost.key)).toMatchObject({ isStale: true })
    expect(await store.get((b ?? '') as Key)).not.toHaveProperty('isStale')
    const written = await updateEntry(store, lost, 'again')
    expect(written).not.toHaveProperty('isStale')
    expect(await store.get(lost.key)).not.toHaveProperty('isStale')
  })
})
