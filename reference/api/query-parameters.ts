// Parses values in a query, for all verbs.

import { goParseError } from './go-parse-error.ts'
import { badRequest } from './status.ts'

/** A flag is on when it is present, even if empty, unless its value is `0` or `false`. */
export const isQueryFlagOn = (value: string | null): boolean =>
  value !== null && value !== '0' && value.toLowerCase() !== 'false'

/** Parses a 64-bit integer; undefined when the query has none. @throws 400 (LIST-037) */
export function int64Parameter(query: URLSearchParams, parameter: string): bigint | undefined {
  const text = query.get(parameter)
  if (text === null) return undefined
  const number = /^[+-]?\d{1,19}$/.test(text) ? BigInt(text) : undefined
  if (number !== undefined && BigInt.asIntN(64, number) === number) return number
  throw badRequest(goParseError('ParseInt', text))
}
