import type { OpenStreams } from '../api/watch.ts'

/** Creates the registry of the open streams of one server. */
export function newOpenStreams(): OpenStreams {
  const open = new Set<() => void>()
  let isOver = false

  function add(end: () => void): () => void {
    open.add(end)
    // End in a microtask, so that the caller has the returned function before `end` runs.
    if (isOver) queueMicrotask(end)
    return () => open.delete(end)
  }

  function endAll(): void {
    isOver = true
    for (const end of open) end()
  }

  return { add, endAll }
}
