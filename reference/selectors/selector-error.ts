/** A selector that cannot be read; a 400 for the caller. */
export class SelectorError extends Error {
  override name = 'SelectorError'
}
