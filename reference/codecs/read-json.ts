// Reads JSON strictly, and writes it. `JSON.parse` takes the last of several members with one
// name in silence and rounds integers beyond 2^53; here the first are reported with their paths
// (ERR-002, ERR-004) and the second are kept exactly, as bigint.

import { isUtf8 } from 'node:buffer'
import type { YieldIfDue } from '../lib/event-loop.ts'
import type { ParsedDocument } from './codec.ts'
import { JsonReader, JsonSyntaxError } from './json-reader.ts'

export {
  jsonDepthMax as depthMax,
  loneSurrogate as halfPair,
  JsonSyntaxError,
} from './json-reader.ts'

/** Reads one JSON value from UTF-8. @throws JsonSyntaxError */
export function readJson(bytes: Buffer): ParsedDocument {
  const known = bytes.length < aheadBytesMin ? undefined : ahead.get(bytes)
  if (known instanceof JsonSyntaxError) throw known
  return known ?? (readerOf(bytes).read() as ParsedDocument)
}

function readerOf(bytes: Buffer): JsonReader {
  const text = bytes.toString('utf8')
  if (!isUtf8(bytes)) throw new JsonSyntaxError('expected UTF-8', firstReplaced(bytes, text))
  return new JsonReader(text)
}

/** What was found in long texts that were read in turns, before anybody asked for it. */
const ahead = new WeakMap<Buffer, ParsedDocument | JsonSyntaxError>()
const aheadBytesMin = 64 * 1024
const charactersOfTurn = 16 * 1024

/** Reads a text and pauses in between; `readJson` of the same bytes then gives what was found. */
export async function preparseJson(bytes: Buffer, pause: YieldIfDue): Promise<void> {
  try {
    const reader = readerOf(bytes)
    let found = reader.read(charactersOfTurn)
    while (!found) {
      await pause()
      found = reader.read(charactersOfTurn)
    }
    ahead.set(bytes, found)
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    ahead.set(bytes, error)
  }
}

/** Where decoding put a replacement character that the bytes do not hold. */
function firstReplaced(bytes: Buffer, text: string): number {
  const again = Buffer.from(text)
  return again.findIndex((byte, index) => byte !== bytes[index])
}
