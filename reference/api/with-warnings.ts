import type { Reply } from './request.ts'
import { Refusal } from './refusal.ts'

/**
 * Runs `act` and puts warnings before those of its reply. A refusal gets the same warnings as a
 * success. `texts` is called after `act` has ended.
 */
export async function withWarnings(
  texts: () => readonly string[],
  act: () => Promise<Reply>,
): Promise<Reply> {
  try {
    const reply = await act()
    return { ...reply, warnings: [...texts(), ...(reply.warnings ?? [])] }
  } catch (error) {
    // Rethrow the refusal with its warnings, which are known only here.
    throw error instanceof Refusal ? error.withWarnings(texts()) : error
  }
}
