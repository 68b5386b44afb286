import { Refusal } from '../api/refusal.ts'

/** What a write came to; undefined when somebody else has removed the object before. */
export async function ignoreNotFound<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write
  } catch (error) {
    // That the object is gone is all that counts.
    if (error instanceof Refusal && error.code === 404) return undefined
    throw error
  }
}
