// Resolves plain scalars. YAML 1.1, YAML 1.2 and their readers differ, and clients rely on the
// genuine server. These are its rules, found by sending words to it: booleans (`yes`, `on`, `y`)
// and null as in YAML 1.1, and numbers as in Go (`0777` and `0o777` are octal, `1_000`, `0b11`).
// Sexagesimal numbers and dates stay strings.

const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...variants(true, ['y', 'yes', 'true', 'on']),
  ...variants(false, ['n', 'no', 'false', 'off']),
  ...variants(null, ['null']),
  ['~', null],
  ['', null],
  ...variants(Infinity, ['.inf', '+.inf']),
  ...variants(-Infinity, ['-.inf']),
  ...['.nan', '.NaN', '.NAN'].map(word => [word, Number.NaN] as const),
])

/** Returns the words in lower case, capitalized, and in upper case. */
function variants(value: unknown, words: readonly string[]): [string, unknown][] {
  const capital = (word: string) => word.replace(/[a-z]/, letter => letter.toUpperCase())
  return words.flatMap(word => [word, capital(word), word.toUpperCase()]).map(word => [word, value])
}

/**
 * Returns a string, a boolean, null, or a number, which is a bigint beyond 2^53. NaN and Infinity
 * have names.
 */
export function resolvePlainScalar(text: string): unknown {
  if (words.has(text)) return words.get(text)
  return startsNumber.test(text) ? (numberOf(text) ?? text) : text
}

const startsNumber = /^[-+.\d]/
const pointFirst = /^\.\d+(?:_\d+)*(?:[eE][-+]?\d+)?$/
const decimal = /^[-+]?(?:0|[1-9]\d*)$/
const based = /^([-+]?)0(?:[xX]([\da-fA-F]+)|[oO]?([0-7]+)|[bB]([01]+))$/
const float = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/

function numberOf(text: string): number | bigint | undefined {
  if (text.startsWith('.') && !pointFirst.test(text)) return undefined
  const bare = text.replaceAll('_', '')
  const isDecimal = decimal.test(bare)
  const integer = isDecimal ? undefined : basedOf(bare)
  if (integer !== undefined || !(isDecimal || float.test(bare))) return integer
  const value = Number(bare)
  // The genuine server reads a number beyond the range of a double as a string.
  if (!Number.isFinite(value)) return undefined
  return Number.isSafeInteger(value) || !isDecimal ? value : BigInt(bare)
}

const int64Min = -(2n ** 63n)
const int64Max = 2n ** 63n - 1n
const uint64Max = 2n ** 64n - 1n

/** Reads a non-decimal 64-bit integer. Returns undefined for any other text. */
function basedOf(text: string): number | bigint | undefined {
  const [, sign, hexadecimal, octal, binary] = based.exec(text.slice(0, digitsMax)) ?? []
  if (sign === undefined || text.length > digitsMax) return undefined
  const size = BigInt(hexadecimal ? `0x${hexadecimal}` : octal ? `0o${octal}` : `0b${binary}`)
  const value = sign === '-' ? -size : size
  if (value < int64Min || value > (sign === '' ? uint64Max : int64Max)) return undefined
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

// More digits than any such integer has, except for leading zeros.
const digitsMax = 100

/**
 * Returns the value of a tagged scalar, quoted or not, or undefined if tag and text do not match.
 */
export function resolveTaggedScalar(tag: string, text: string): unknown {
  if (tag === '!' || tag === '!!str') return text
  const value = resolvePlainScalar(text)
  const type = typeof value === 'bigint' ? 'number' : value === null ? 'null' : typeof value
  if (tag === '!!int') return type === 'number' && !(Number(value) % 1) ? value : undefined
  return typeOfTag[tag] === type ? value : undefined
}

const typeOfTag: { readonly [tag: string]: string } = {
  '!!float': 'number',
  '!!bool': 'boolean',
  '!!null': 'null',
}
