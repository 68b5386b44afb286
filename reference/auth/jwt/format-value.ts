// Formats values of issuers and of claims for errors.

/** Returns the beginning of a value as JSON. */
export const formatValue = (value: unknown): string =>
  (JSON.stringify(value, withoutBigInts) ?? 'nothing').slice(0, 100)

const withoutBigInts = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : value
