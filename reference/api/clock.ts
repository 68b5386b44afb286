/** Time that can be moved forward: nothing waits for real time that a test could skip. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * What `now` said at the start and the milliseconds that have passed since, whatever is done to
   * the time of day meanwhile: for what lasts, where `now` is for what is shown or agreed upon.
   */
  steady(): number
  advance(ms: number): void
  /** Calls back once after that time, unless the result is called before. */
  after(ms: number, act: () => void): () => void
  /** Fires after that time, or when `stop` does, whichever is first. */
  deadline(ms: number, stop: AbortSignal): AbortSignal
}
