// A secret that all servers of a store share and that outlives them. With it, each server accepts
// the `continue` tokens and the service account tokens of the others.

import { randomBytes } from 'node:crypto'
import { WriteConflict, type Key, type Store } from '../api/store.ts'

const bytes = 32

// No API group has this name, so no request reaches the key.
const key = 'touchstone/secrets//continue-tokens' as Key

/** Returns the secret of a store; the first caller creates it. */
export async function sharedSecret(store: Store): Promise<Buffer> {
  const kept = await store.get(key)
  if (kept) return kept.value
  try {
    const made = await store.commit({ key, guard: { absent: true }, value: randomBytes(bytes) })
    return made.value
  } catch (refusal) {
    // Another server has created it in the meantime.
    if (refusal instanceof WriteConflict && refusal.current) return refusal.current.value
    throw refusal
  }
}
