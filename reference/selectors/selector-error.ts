/** A malformed selector, which is answered with 400. */
export class SelectorError extends Error {
  override name = 'SelectorError'
}
