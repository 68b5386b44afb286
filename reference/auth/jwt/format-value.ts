// Formats values of issuers and of claims for errors.

// The characters of a signed token.
const word = /[\w.-]+/g

/** Returns a word without the signed token in it, if there is one. */
function withoutToken(text: string): string {
  // The base64 of `{"`, with or without a blank between.
  const start = text.search(/ey[A-Z]/)
  return start >= 0 && text.indexOf('.', start) > 0 ? `${text.slice(0, start)}[token]` : text
}

/** Returns the beginning of a value as JSON, without any token in it. */
export const formatValue = (value: unknown): string =>
  (JSON.stringify(value, withoutBigInts) ?? 'nothing')
    .slice(0, longest)
    .replaceAll(word, withoutToken)
    .slice(0, 100)

// A token may begin within the part that is quoted and end far behind it.
const longest = 10_000

const withoutBigInts = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : value
