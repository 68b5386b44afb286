/** A file whose content configures a server while it runs. */
export type FollowedFile = {
  /**
   * Reads the file again. A new content takes effect; the old one stays if the new one is wrong.
   * Returns a fault that was not returned before.
   */
  readonly check: () => Promise<string | undefined>
  /** How many contents have taken effect since the start, and how many were wrong. */
  readonly reloads: () => { readonly success: number; readonly failure: number }
  /** The name of the metric with these numbers at `/metrics`. Without it there is no metric. */
  readonly metric?: string
}
