// Parsers of single values: switches, numbers, durations, amounts.

import { quote } from '../../../api/quote.ts'
import { type ParseResult, type ValueParser, numberText, textParser } from './value-parser.ts'

// The texts that Go's strconv.ParseBool accepts, as in genuine agents.
const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map(word => [word, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map(word => [word, false] as const),
])

export function parseBoolean(text: string): ParseResult {
  const value = booleans.get(text)
  return value === undefined ? { fault: 'must be true or false' } : { value }
}

export const booleanParser = textParser({ word: '', read: parseBoolean, bare: 'true' }, json =>
  typeof json === 'boolean' ? String(json) : undefined,
)

// As in Go: 0x, 0o, 0b or a leading 0 sets the base, and `_` may separate digits.
const integerSyntax =
  /^[+-]?(?:0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO]?(?:_?[0-7])+|[1-9](?:_?\d)*|0)$/

// Longer numbers are out of every range and would only take time.
const digitsMax = 100

function integerIn(text: string): bigint | undefined {
  if (text.length > digitsMax || !integerSyntax.test(text)) return undefined
  const digits = text.replace(/^[+-]/, '').replaceAll('_', '')
  const isOctal = /^0\d/.test(digits)
  const amount = BigInt(isOctal ? `0o${digits.slice(1)}` : digits.toLowerCase())
  return text.startsWith('-') ? -amount : amount
}

/** An integer of 32 or 64 bits. Integers beyond 2^53 are returned as a text. */
const integer = (bits: 32 | 64): ValueParser => {
  const read = (text: string): ParseResult => {
    const value = integerIn(text)
    if (value === undefined) return { fault: `must be an int${bits}, such as 10` }
    if (BigInt.asIntN(bits, value) !== value) return { fault: `must fit into an int${bits}` }
    return { value: Number.isSafeInteger(Number(value)) ? Number(value) : String(value) }
  }
  return textParser({ word: `int${bits}`, read }, numberText)
}

export const int32Parser = integer(32)
export const int64Parser = integer(64)

/** The log verbosity. */
export const logLevelParser = textParser({ word: 'level', read: readLevel }, numberText)

function readLevel(text: string): ParseResult {
  const isLevel = /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31
  return isLevel ? { value: Number(text) } : { fault: 'must be a number from 0 to 2147483647' }
}

export const stringParser = textParser({
  word: 'string',
  read: text => (text.includes('\0') ? { fault: 'must not contain a NUL' } : { value: text }),
})

const percentSyntax = /^\d{1,3}(?:\.\d{1,20})?%$/

/** Whether a text is a percentage of at most 100, such as `10%`. */
export const isPercent = (text: string): boolean =>
  percentSyntax.test(text) && Number(text.slice(0, -1)) <= 100

/** Prints the version and exits, or sets the version to be reported (AGENT-244). */
export const versionParser: ValueParser = {
  word: 'version[=true]',
  read: text => {
    const named =
      text === 'raw' || /^v\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][0-9A-Za-z.+-]{1,200})?$/.test(text)
    if (named) return { value: text }
    const parsed = parseBoolean(text)
    return 'fault' in parsed
      ? { fault: 'must be true, false, raw or a version such as v1.2.3' }
      : parsed
  },
  bare: 'true',
  readJson: () => undefined,
}

/** An address with a scheme: `unix:///path`. The allowed schemes are the subject of a rule. */
export const endpointParser = textParser({
  word: 'string',
  read: text => {
    const isAddress = text === '' || /^(?:[a-z][a-z0-9+.-]{0,20}:\/\/|[\\/])./i.test(text)
    if (isAddress) return stringParser.read(text)
    return {
      fault: `must be an address with its scheme, such as ${quote('unix:///run/agent.sock')}`,
    }
  },
})
