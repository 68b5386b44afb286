import { quote } from './quote.ts'

/** Why a text is no number of 64 bits, as clients read it in the answers of genuine servers. */
export const goParseError = (parser: 'ParseInt' | 'ParseUint', text: string): string =>
  `strconv.${parser}: parsing ${quote(text)}: ` +
  (digits[parser].test(text) ? 'value out of range' : 'invalid syntax')

const digits = { ParseInt: /^[+-]?\d+$/, ParseUint: /^\d+$/ }
