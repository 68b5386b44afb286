// The YAML reader: what stands for JSON, as the genuine server takes it (ENC-003). The parser of
// `yaml` is not used here. It takes a second for each megabyte of lines, good ones or bad, in which
// nobody else is served; this one takes less than a tenth of that, in time that grows only with the
// length of the text. The tests hold it against that parser.

import { isUtf8 } from 'node:buffer'
import { runToEnd, runYielding, type YieldIfDue, type ResumableTask } from '../lib/event-loop.ts'
import { UnreadableDocument } from './codec.ts'
import type { ParsedDocument } from './codec.ts'
import { readJson } from './read-json.ts'
import { readBlock } from './yaml-block.ts'
import { YamlCursor } from './yaml-cursor.ts'
import { YamlDocumentReader } from './yaml-document-reader.ts'

/**
 * Reads one document. Refused is what JSON has no value for: other tags than those of JSON, lists
 * and objects as keys, NaN and Infinity, aliases within what they stand for; and what would change
 * how the text is read: directives. @throws UnreadableDocument
 */
export function readYaml(bytes: Buffer): ParsedDocument {
  const known = ahead.get(bytes)
  if (known instanceof UnreadableDocument) throw known
  return known ?? runToEnd(read(bytes))
}

/** What was found in long texts that were read in turns, before anybody asked for it. */
const ahead = new WeakMap<Buffer, ParsedDocument | UnreadableDocument>()

/** Reads a text and pauses in between; `readYaml` of the same bytes then gives what was found. */
export async function readYamlAhead(bytes: Buffer, pause: YieldIfDue): Promise<void> {
  try {
    ahead.set(bytes, await runYielding(read(bytes), pause))
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    ahead.set(bytes, error)
  }
}

/** Clients send JSON as YAML, which it is: then nothing has to be looked for in it but JSON. */
const startsJson = (bytes: Buffer): boolean => bytes[0] === 0x7b

function jsonOf(bytes: Buffer): ParsedDocument | undefined {
  try {
    return readJson(bytes)
  } catch (error) {
    // The JSON reader says no by throwing; what it refuses may still be YAML.
    if (error instanceof UnreadableDocument) return undefined
    throw error
  }
}

const control = /(?![\t\n\u0085])\p{Cc}/u

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new UnreadableDocument('YAML: expected UTF-8')
  const text = bytes.toString().replace(/^\ufeff/, '')
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  const at = lines.search(control)
  if (at === -1) return lines
  throw new YamlCursor(lines).fault('a control character', at)
}

function* read(bytes: Buffer): ResumableTask<ParsedDocument> {
  const found = startsJson(bytes) && jsonOf(bytes)
  if (found) return found
  const cursor = new YamlCursor(textOf(bytes))
  yield
  const reading = new YamlDocumentReader(cursor)
  cursor.advance()
  if (cursor.column === 0 && cursor.text[cursor.at] === '%') {
    throw cursor.fault('expected no directive; version and tags are fixed')
  }
  if (cursor.marker() === '---') cursor.at += 3
  const place = { margin: -1, isCompact: false, holdsListAtMargin: false }
  const value = yield* readBlock(reading, place)
  refuseMore(cursor)
  return { value, duplicates: reading.duplicates() }
}

/** Behind the document only its end and comments may stand, and the start of one that is empty. */
function refuseMore(cursor: YamlCursor): void {
  cursor.advance()
  while (cursor.marker()) {
    cursor.at += 3
    cursor.advance()
  }
  if (cursor.at < cursor.text.length) throw cursor.unexpected('the end of the one document')
}
