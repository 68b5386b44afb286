// A secret that every server on a store knows, and that outlives them: with it one server takes the
// tokens of another, those of lists and those of service accounts.

import { randomBytes } from 'node:crypto'
import { WriteConflict, type Key, type Store } from '../api/store.ts'

const bytes = 32

// No API group has this name, so no request reaches the key.
const key = 'touchstone/secrets//continue-tokens' as Key

/** The secret of a store, made by the first server that asks for it. */
export async function sharedSecret(store: Store): Promise<Buffer> {
  const kept = await store.get(key)
  if (kept) return kept.value
  try {
    const made = await store.commit({ key, guard: { absent: true }, value: randomBytes(bytes) })
    return made.value
  } catch (refusal) {
    // Another server was quicker.
    if (refusal instanceof WriteConflict && refusal.current) return refusal.current.value
    throw refusal
  }
}
