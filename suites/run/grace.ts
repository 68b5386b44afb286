// What is under way when a run is stopped has some time to end.

/**
 * Calls back when a signal fires; `over` resolves so many milliseconds later. Whoever has no more use
 * for it calls `forget`.
 */
export function graceAfter(
  signal: AbortSignal,
  graceMs: number,
  onEnd: () => void,
): { readonly over: Promise<void>; forget(): void } {
  const { promise, resolve } = promiseOf()
  const end = () => {
    onEnd()
    setTimeout(resolve, graceMs)
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  // Node keeps a signal made of others, and all that its listeners know, until the last is gone.
  return { over: promise, forget: () => signal.removeEventListener('abort', end) }
}

function promiseOf(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>(settle => (resolve = settle))
  return { promise, resolve }
}
