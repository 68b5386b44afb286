// The YAML reader for documents that correspond to JSON, as the genuine server reads them
// (ENC-003). The parser of `yaml` is not used, because it takes a second per megabyte of lines,
// valid or not, in which no other request is served. This reader takes less than a tenth of that,
// in time linear in the length of the text. The tests compare it with that parser.

import { isUtf8 } from 'node:buffer'
import { runToEnd, runYielding, type YieldIfDue, type ResumableTask } from '../lib/event-loop.ts'
import { UnreadableDocument } from './codec.ts'
import type { ParsedDocument } from './codec.ts'
import { readJson } from './read-json.ts'
import { readBlock } from './yaml-block.ts'
import { YamlCursor } from './yaml-cursor.ts'
import { YamlDocumentReader } from './yaml-document-reader.ts'

/**
 * Reads one document. It refuses everything without an equivalent in JSON (other tags, collections
 * as keys, NaN and Infinity, recursive aliases), and directives, which would change how the text is
 * read. @throws UnreadableDocument
 */
export function readYaml(bytes: Buffer): ParsedDocument {
  const known = ahead.get(bytes)
  if (known instanceof UnreadableDocument) throw known
  return known ?? runToEnd(read(bytes))
}

/** Results of `readYamlAhead`, until `readYaml` needs them. */
const ahead = new WeakMap<Buffer, ParsedDocument | UnreadableDocument>()

/** Reads a text with pauses. `readYaml` of the same buffer then returns the result. */
export async function readYamlAhead(bytes: Buffer, pause: YieldIfDue): Promise<void> {
  try {
    ahead.set(bytes, await runYielding(read(bytes), pause))
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    ahead.set(bytes, error)
  }
}

/** Clients send JSON as YAML, which is valid. Such a text is first read by the JSON reader. */
const startsJson = (bytes: Buffer): boolean => bytes[0] === 0x7b

function jsonOf(bytes: Buffer): ParsedDocument | undefined {
  try {
    return readJson(bytes)
  } catch (error) {
    // The JSON reader throws on a fault, but the text may still be YAML.
    if (error instanceof UnreadableDocument) return undefined
    throw error
  }
}

const control = /(?![\t\n\u0085])\p{Cc}/u

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new UnreadableDocument('YAML: expected UTF-8')
  const text = bytes.toString().replace(/^\ufeff/, '')
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  const index = lines.search(control)
  if (index === -1) return lines
  throw new YamlCursor(lines).fault('a control character', index)
}

function* read(bytes: Buffer): ResumableTask<ParsedDocument> {
  const found = startsJson(bytes) && jsonOf(bytes)
  if (found) return found
  const cursor = new YamlCursor(textOf(bytes))
  yield
  const reading = new YamlDocumentReader(cursor)
  cursor.advance()
  if (cursor.column === 0 && cursor.text[cursor.offset] === '%') {
    throw cursor.fault('expected no directive; version and tags are fixed')
  }
  if (cursor.marker() === '---') cursor.offset += 3
  const place = { margin: -1, isCompact: false, holdsListAtMargin: false }
  const value = yield* readBlock(reading, place)
  refuseMore(cursor)
  return { value, duplicates: reading.duplicates() }
}

/** Only an end marker, comments and the start of an empty document may follow the document. */
function refuseMore(cursor: YamlCursor): void {
  cursor.advance()
  while (cursor.marker()) {
    cursor.offset += 3
    cursor.advance()
  }
  if (cursor.offset < cursor.text.length) throw cursor.unexpected('the end of the one document')
}
