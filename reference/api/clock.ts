/** A clock that tests can move forward instead of waiting for real time. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Milliseconds on a monotonic clock: the value of `now` at the start plus the time elapsed since.
   * Changes of the time of day do not affect it. Use it for durations, and `now` for times that are
   * shown to clients or agreed upon with them.
   */
  steady(): number
  advance(ms: number): void
  /** Calls `act` once after `ms`, unless the returned function is called first. */
  after(ms: number, act: () => void): () => void
  /** Returns a signal that fires after `ms` or when `stop` fires, whichever is first. */
  deadline(ms: number, stop: AbortSignal): AbortSignal
}
