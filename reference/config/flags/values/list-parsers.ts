// Parsers of lists and of maps of pairs. Items are separated by commas, and repeated flags are
// merged (AGENT-002 and others).

import { type JsonObject, isJsonObject, objectIn } from '../../../api/object.ts'
import { quote } from '../../../api/quote.ts'
import { type ParseResult, type ValueParser, isFault } from './value-parser.ts'
import { parseBoolean } from './scalar-parsers.ts'

/** Splits items and drops empty ones, such as after a trailing comma. */
export const splitItems = (text: string): string[] => text.split(',').filter(item => item !== '')

export const joinLists = (lists: readonly unknown[]): unknown => lists.flat()

// `Object.fromEntries` treats the name `__proto__` like any other.
const united = (maps: readonly unknown[]): unknown =>
  Object.fromEntries(maps.flatMap(map => Object.entries(objectIn(map))))

/** Reads the items up to the first fault. */
function readItems<Source>(
  sources: readonly Source[],
  read: (source: Source) => ParseResult,
): { values: unknown[] } | { fault: string } {
  const values: unknown[] = []
  for (const source of sources) {
    const reading = read(source)
    if (isFault(reading)) return reading
    values.push(reading.value)
  }
  return { values }
}

/**
 * Returns the parser of a list whose items are read by a function. A quoted item may contain
 * commas.
 */
export const listParser = (word: string, read: (text: string) => ParseResult): ValueParser => ({
  word,
  read: text => {
    const parts = quotedItemsIn(text)
    if (!parts) return { fault: 'must have quotes around whole items only' }
    return readList(parts, read)
  },
  merge: joinLists,
  readJson: json => {
    const isList = Array.isArray(json) && json.every(item => typeof item === 'string')
    return isList ? readList(json, read) : undefined
  },
})

export function readList(
  texts: readonly string[],
  read: (text: string) => ParseResult,
): ParseResult {
  const items = readItems(texts, read)
  return 'fault' in items ? items : { value: items.values }
}

const quotedItem = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y

function quotedItemsIn(text: string): string[] | undefined {
  if (!text.includes('"')) return text === '' ? [] : text.split(',')
  const items: string[] = []
  quotedItem.lastIndex = 0
  for (;;) {
    const [found, inQuotes, bare = '', end] = quotedItem.exec(text) ?? []
    if (found === undefined) return undefined
    items.push(inQuotes?.replaceAll('""', '"') ?? bare)
    if (end === '') return items
  }
}

export const stringListParser = listParser('strings', text =>
  text.includes('\0') ? { fault: 'must not contain a NUL' } : { value: text },
)

type PairForm = {
  readonly word: string
  /** The separator between name and value. */
  readonly sign: '=' | '<' | ':'
  /** Returns the fault of a pair, as a phrase that begins with "must". */
  readonly fault?: (name: string, value: string) => string | undefined
  /** Converts the value of a pair. Defaults to its text. */
  readonly shown?: (value: string) => unknown
  /** A name alone is a pair with an empty value. */
  readonly takesNames?: true
  /** Spaces are significant. */
  readonly isExact?: true
  /** Each flag holds a single pair, so its value may contain commas. */
  readonly isOne?: true
}

/** Returns the parser of pairs, which form a map from names to values. */
export const pairsParser = (form: PairForm): ValueParser => ({
  word: form.word,
  read: text =>
    readPairs(
      form.isOne ? [text] : splitItems(text),
      item => readPair(item, form),
      Object.fromEntries,
    ),
  merge: united,
  readJson: json => {
    if (!isJsonObject(json) || !Object.values(json).every(isSimple)) return undefined
    const entries = Object.entries(json).map(([name, value]) => [name, String(value)] as const)
    return readPairs(entries, entry => checkPair(entry, form), Object.fromEntries)
  },
})

const isSimple = (value: unknown): boolean => ['string', 'boolean', 'number'].includes(typeof value)

type Entry = readonly [name: string, value: string]

function readPairs<Source>(
  sources: readonly Source[],
  read: (source: Source) => ParseResult,
  together: (entries: Entry[]) => unknown,
): ParseResult {
  const items = readItems(sources, read)
  return 'fault' in items ? items : { value: together(items.values as Entry[]) }
}

function readPair(text: string, form: PairForm): ParseResult {
  const { sign, takesNames, isExact } = form
  const trimmed = (part: string) => (isExact ? part : part.trim())
  const index = text.indexOf(sign)
  if (index < 0 && !takesNames)
    return { fault: `must have the form name${sign}value, got ${quote(text)}` }
  const name = trimmed(text.slice(0, index < 0 ? text.length : index))
  return checkPair([name, index < 0 ? '' : trimmed(text.slice(index + 1))], form)
}

function checkPair([name, value]: Entry, { sign, fault, shown }: PairForm): ParseResult {
  if (name === '') return { fault: `must have a name before "${sign}", got ${quote(value)}` }
  if (name.includes('\0') || value.includes('\0')) return { fault: 'must not contain a NUL' }
  const found = fault?.(name, value)
  return found === undefined ? { value: [name, shown ? shown(value) : value] } : { fault: found }
}

/** Feature gates (AGENT-184). Whether a gate exists is not checked here. */
export const booleanPairsParser = pairsParser({
  word: 'key=true|false,...',
  sign: '=',
  fault: (name, value) =>
    isFault(parseBoolean(value))
      ? `must be ${name}=true or ${name}=false, got ${quote(value)}`
      : undefined,
  shown: value => {
    const reading = parseBoolean(value)
    return isFault(reading) ? value : reading.value
  },
})

const header: PairForm = { word: 'name:value,...', sign: ':' }

/** Headers (AGENT-203). Several values of one name keep their order. */
export const headersParser: ValueParser = {
  word: header.word,
  read: text => readPairs(splitItems(text), item => readPair(item, header), grouped),
  merge: maps => grouped(maps.flatMap(map => entriesOf(objectIn(map)))),
  readJson: json => {
    const isMap = isJsonObject(json) && Object.values(json).every(Array.isArray)
    return isMap
      ? readPairs(entriesOf(json), entry => checkPair(entry, header), grouped)
      : undefined
  },
}

const entriesOf = (map: JsonObject): Entry[] =>
  Object.entries(map).flatMap(([name, values]) =>
    [values].flat().map(value => [name, String(value)] as const),
  )

function grouped(entries: readonly Entry[]): JsonObject {
  const byName = new Map<string, string[]>()
  for (const [name, value] of entries) {
    const values = byName.get(name)
    if (values) values.push(value)
    else byName.set(name, [value])
  }
  return Object.fromEntries(byName)
}
