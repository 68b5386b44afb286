import { quote } from './quote.ts'

/** Returns the message of Go's `strconv` for a text that is not a 64-bit integer. */
export const goParseError = (parser: 'ParseInt' | 'ParseUint', text: string): string =>
  `strconv.${parser}: parsing ${quote(text)}: ` +
  (digits[parser].test(text) ? 'value out of range' : 'invalid syntax')

const digits = { ParseInt: /^[+-]?\d+$/, ParseUint: /^\d+$/ }
