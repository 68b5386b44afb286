import type { Reply } from './call.ts'
import type { Parts } from './parts.ts'
import { Refusal } from './refusal.ts'

/**
 * What an act answers, with what the client is told beside before all else. Whoever is refused is
 * told the same as whoever is not: `texts` are asked for when the act is over.
 */
export async function told(
  texts: () => readonly string[],
  act: () => Promise<Reply>,
  { stages }: Pick<Parts, 'stages'>,
): Promise<Reply> {
  try {
    const reply = await act()
    const lines = stages.warningHeaders(texts())
    if (lines.length === 0) return reply
    const { Warning: said = [] } = reply.headers
    return { ...reply, headers: { ...reply.headers, Warning: [...lines, ...[said].flat()] } }
  } catch (error) {
    // It goes on as the refusal that it is; only here is it known what goes with it.
    if (error instanceof Refusal) throw error.beside(stages.warningHeaders(texts()))
    throw error
  }
}
