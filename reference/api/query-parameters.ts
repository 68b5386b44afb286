// How values in a query are read, whatever the verb.

import { goParseError } from './go-parse-error.ts'
import { badRequest } from './status.ts'

/** A flag is on by its presence, also when it is empty; only `0` and `false` turn it off. */
export const isQueryFlagOn = (value: string | null): boolean =>
  value !== null && value !== '0' && value.toLowerCase() !== 'false'

/** A whole number of 64 bits; undefined when the query has none. @throws 400 (LIST-037) */
export function int64Parameter(query: URLSearchParams, parameter: string): bigint | undefined {
  const text = query.get(parameter)
  if (text === null) return undefined
  const number = /^[+-]?\d{1,19}$/.test(text) ? BigInt(text) : undefined
  if (number !== undefined && BigInt.asIntN(64, number) === number) return number
  throw badRequest(goParseError('ParseInt', text))
}
