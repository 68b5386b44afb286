// Formats values of issuers and of claims for errors.

// A claim may hold another token.
const signedToken = /ey[\w-]+\.[\w-]+(\.[\w-]*)?/g

/** Returns the beginning of a value as JSON, without any token in it. */
export const formatValue = (value: unknown): string =>
  (JSON.stringify(value, withoutBigInts) ?? 'nothing')
    .slice(0, longest)
    .replaceAll(signedToken, '[token]')
    .slice(0, 100)

// A token may begin within the part that is quoted and end far behind it.
const longest = 10_000

const withoutBigInts = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : value
