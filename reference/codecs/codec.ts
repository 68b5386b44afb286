/** How one media type is read and written. */
export type Codec = {
  /** @throws SyntaxError of the codec's own, with a message for the client */
  read(bytes: Buffer): { value: unknown; duplicates: string[] }
  write(value: unknown): Buffer
}
