// Reads the documents of a YAML or JSON file, with the position of each value. Unreadable documents
// are reported, and those around them are still read.

import { isUtf8 } from 'node:buffer'
import { UnreadableDocument } from '../../codecs/codec.ts'
import { JsonSyntaxError, readJson } from '../../codecs/read-json.ts'
import { runToEnd } from '../../lib/event-loop.ts'
import { readBlock } from '../../codecs/yaml-block.ts'
import { YamlCursor } from '../../codecs/yaml-cursor.ts'
import type { ValuePath } from '../config-rules.ts'
import { PositionedYamlReader, type DuplicateKey } from './positioned-yaml-reader.ts'

export type SourcePosition = { readonly line: number; readonly column: number }

/** A parsed document that can report the position of each value. */
export type PositionedDocument = {
  readonly value: unknown
  /** The position at which the document begins. */
  readonly start: SourcePosition
  /** Returns the position of a value, or of its nearest existing parent. */
  readonly spotOf: (path: ValuePath) => SourcePosition
  readonly repeated: readonly (SourcePosition & { readonly path: ValuePath })[]
}

export type UnreadablePart = SourcePosition & { readonly fault: string }

/** The documents of a file, and the parts of it that could not be parsed. */
export type ConfigFileContents = {
  readonly documents: readonly PositionedDocument[]
  readonly unreadable: readonly UnreadablePart[]
}

/** More than any configuration needs. A larger file is refused without being parsed. */
export const configBytesMax = 4 * 2 ** 20

const top: SourcePosition = { line: 1, column: 1 }
const refused = (fault: string, spot: SourcePosition = top): ConfigFileContents => ({
  documents: [],
  unreadable: [{ ...spot, fault }],
})

export function readConfig(bytes: Buffer): ConfigFileContents {
  if (bytes.length > configBytesMax)
    return refused(`${bytes.length} bytes; the limit is ${configBytesMax}`)
  if (!isUtf8(bytes)) return refused('not UTF-8 text')
  const text = bytes
    .toString()
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
  const control = text.search(/(?![\t\n\u0085])\p{Cc}/u)
  if (control !== -1) return refused('contains a control character', spotIn(text, control))
  const read = /^\s*\{/.test(text) ? readJsonText(text) : readYamlText(text)
  if (read.documents.length > 0 || read.unreadable.length > 0) return read
  return refused('contains no document')
}

/** A text that looks like JSON may also be YAML in flow style, and then hold several documents. */
function readJsonText(text: string): ConfigFileContents {
  try {
    const { value, duplicates } = readJson(Buffer.from(text))
    if (duplicates.length === 0)
      return { documents: [placedWhenAsked(value, text)], unreadable: [] }
    return { documents: [{ ...placesIn(text), value }], unreadable: [] }
  } catch (error) {
    // The JSON reader throws on a fault.
    if (!(error instanceof JsonSyntaxError)) throw error
    const asYaml = readYamlText(text)
    if (asYaml.unreadable.length === 0) return asYaml
    const spot = spotIn(text, Buffer.from(text).subarray(0, error.offset).toString().length)
    return refused(error.message.replace(/^JSON, offset \d+: /, ''), spot)
  }
}

/** The YAML reader finds the positions in JSON. A document without findings needs none. */
function placedWhenAsked(value: unknown, text: string): PositionedDocument {
  let known: PositionedDocument | undefined
  const placed = () => (known ??= placesIn(text))
  const first = text.search(/\S/)
  return {
    value,
    start: spotIn(text.slice(0, first), first),
    spotOf: path => placed().spotOf(path),
    repeated: [],
  }
}

function placesIn(text: string): PositionedDocument {
  const { documents, unreadable } = readYamlText(text)
  const [document] = documents
  // With escapes that only JSON has, there are no positions.
  return document && unreadable.length === 0 ? document : unplaced
}

const unplaced: PositionedDocument = {
  value: undefined,
  start: top,
  spotOf: () => top,
  repeated: [],
}

/** Lines that separate documents. They also end a block scalar. */
const separator = /^(?:---|\.\.\.)(?=\s|$)/gm

function readYamlText(text: string): ConfigFileContents {
  const bounds = [0, ...Array.from(text.matchAll(separator), ({ index }) => index), text.length]
  const documents: PositionedDocument[] = []
  const unreadable: UnreadablePart[] = []
  const lines = lineStarts(text)
  for (const [index, start] of bounds.slice(0, -1).entries()) {
    const end = bounds[index + 1] ?? text.length
    const read = readOne(text.slice(0, end), start, lines)
    if (!read) continue
    if ('fault' in read) unreadable.push(read)
    else documents.push(read)
  }
  return { documents, unreadable }
}

/**
 * Reads the document between two separators. Returns undefined if there is only white space or
 * comments.
 */
function readOne(
  text: string,
  start: number,
  lines: readonly number[],
): PositionedDocument | UnreadablePart | undefined {
  const cursor = new YamlCursor(text)
  cursor.offset = start
  cursor.lineStart = start
  try {
    if (cursor.marker()) cursor.offset += 3
    cursor.advance()
    if (cursor.offset >= text.length) return undefined
    const first = cursor.offset
    if (cursor.column === 0 && text[first] === '%') {
      throw cursor.fault('expected no directive; version and tags are fixed')
    }
    const reading = new PositionedYamlReader(cursor)
    const place = { margin: -1, isCompact: false, holdsListAtMargin: false }
    const value = runToEnd(readBlock(reading, place))
    cursor.advance()
    if (cursor.offset < text.length) throw cursor.unexpected('the end of the document')
    return withPositions(value, { first, reading, lines })
  } catch (error) {
    // The readers throw on a fault.
    if (error instanceof UnreadableDocument) return located(error)
    throw error
  }
}

function located({ message }: UnreadableDocument): UnreadablePart {
  const [, line = 1, column = 1, fault = message] =
    /^YAML, line (\d+), column (\d+): (.*)$/s.exec(message) ?? []
  return { line: Number(line), column: Number(column), fault }
}

type Placing = { first: number; reading: PositionedYamlReader; lines: readonly number[] }

function withPositions(value: unknown, { first, reading, lines }: Placing): PositionedDocument {
  const spot = (offset: number) => spotAt(lines, offset)
  return {
    value,
    start: spot(first),
    spotOf: path => spot(reading.offsetOf(path)),
    repeated: reading.repeated.map(({ path, offset }: DuplicateKey) => ({ path, ...spot(offset) })),
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1))
    starts.push(index + 1)
  return starts
}

const spotIn = (text: string, offset: number): SourcePosition => spotAt(lineStarts(text), offset)

function spotAt(starts: readonly number[], offset: number): SourcePosition {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}
