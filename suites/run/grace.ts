// Lets work in progress end within a short time after a run is stopped.

/**
 * Calls back when a signal fires. `over` resolves `graceMs` milliseconds later. `forget` removes
 * the listener and must be called when it is no longer needed.
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
  // Node keeps a composite signal, and all that its listeners reference, until the last listener is
  // removed.
  return { over: promise, forget: () => signal.removeEventListener('abort', end) }
}

function promiseOf(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>(settle => (resolve = settle))
  return { promise, resolve }
}
