/** A file whose content configures a server while it runs. */
export type FollowedFile = {
  /**
   * Reads the file again. A new content takes effect; the old one stays if the new one is wrong.
   * Returns a fault that was not returned before.
   */
  readonly check: () => Promise<string | undefined>
}
