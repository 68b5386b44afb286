import type { OpenStreams } from '../api/watch.ts'

/** The open streams of one server. */
export function newOpenStreams(): OpenStreams {
  const open = new Set<() => void>()
  let isOver = false

  function add(end: () => void): () => void {
    open.add(end)
    // A caller has its way out in hand before it is shown there.
    if (isOver) queueMicrotask(end)
    return () => open.delete(end)
  }

  function endAll(): void {
    isOver = true
    for (const end of open) end()
  }

  return { add, endAll }
}
