import { Refusal } from '../api/refusal.ts'

/** Awaits a write; returns undefined if the object no longer exists. */
export async function ignoreNotFound<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write
  } catch (error) {
    // Another write has removed the object, which is the wanted result.
    if (error instanceof Refusal && error.code === 404) return undefined
    throw error
  }
}
