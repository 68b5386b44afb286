import type { ResumableTask } from '../lib/event-loop.ts'

const newline = 0x0a
const space = 0x20

/**
 * Returns a JSON document without line breaks and the spaces that follow them. No string contains
 * them, because JSON escapes line breaks in strings.
 */
export function* onOneLine(batches: readonly Buffer[]): ResumableTask<readonly Buffer[]> {
  const pieces: Buffer[] = []
  let isIndentation = false
  for (const batch of batches) {
    let from = 0
    for (;;) {
      if (isIndentation) while (batch[from] === space) from += 1
      if (from === batch.length) break
      const end = batch.indexOf(newline, from)
      isIndentation = end !== -1
      const stop = isIndentation ? end : batch.length
      if (stop > from) pieces.push(batch.subarray(from, stop))
      if (!isIndentation) break
      from = end + 1
    }
    yield
  }
  return pieces
}
