// A store whose values are encrypted with a sequence of keys.

import type { EncryptionKey } from '../../../reference/api/encryption.ts'
import type { Store } from '../../../reference/api/store.ts'
import { withEncryption } from '../../../reference/storage/encryption/encrypted-store.ts'
import { transformValues } from '../../../reference/storage/encryption/transform-values.ts'
import { directCache } from '../../../reference/storage/watch-cache-direct.ts'

const clock = { steady: () => 0, after: () => () => {} }

const keyOf = (generation: number): EncryptionKey => ({
  name: `key-${generation}`,
  secret: Buffer.alloc(32, `touchstone ${generation}`),
})

/** The keys of a server during the rotation to a generation: the new one and the one before. */
export const lastKeys = (generation: number): number[] =>
  [generation, generation - 1].filter(one => one >= 0)

/** Returns the store with encrypted values: the first key encrypts, and all keys decrypt. */
export const encryptedWith = (store: Store, generations: readonly number[]): Store =>
  withEncryption(
    { store, watchCache: directCache(store) },
    transformValues(
      {
        rules: [
          {
            resources: ['*.*'],
            providers: [{ kind: 'aesgcm', keys: generations.map(keyOf) }],
          },
        ],
      },
      { clock },
    ),
  ).store

/** Rewrites the entries that are not encrypted with the first key, until there are none. */
export async function rotate(
  store: Store,
  rewrite: (entry: Awaited<ReturnType<Store['range']>>['entries'][number]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const { entries } = await store.range({ prefix: '' })
    const stale = entries.filter(({ isStale }) => isStale)
    if (stale.length === 0) return
    for (const entry of stale) await rewrite(entry)
  }
}
