import type { Reply } from './request.ts'
import { Refusal } from './refusal.ts'

/**
 * What an act answers, with what the client is told beside before all else. Whoever is refused is
 * told the same as whoever is not: `texts` are asked for when the act is over.
 */
export async function withWarnings(
  texts: () => readonly string[],
  act: () => Promise<Reply>,
): Promise<Reply> {
  try {
    const reply = await act()
    return { ...reply, warnings: [...texts(), ...(reply.warnings ?? [])] }
  } catch (error) {
    // It goes on as the refusal that it is; only here is it known what goes with it.
    throw error instanceof Refusal ? error.withWarnings(texts()) : error
  }
}
