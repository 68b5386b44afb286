import type { RequestClient } from '../api/request.ts'

/** Returns a client that leaves when the signal fires; without a signal it stays. */
export const clientUntil = (signal: AbortSignal = new AbortController().signal): RequestClient => ({
  get hasLeft() {
    return signal.aborted
  },
  signal,
  onLeft: run => (signal.aborted ? run() : signal.addEventListener('abort', run)),
})
