// Reads JSON strictly. `JSON.parse` silently takes the last of several members with one name and
// rounds integers beyond 2^53. Here duplicates are reported with their paths (ERR-002, ERR-004),
// and such integers are read exactly, as bigint.

import { isUtf8 } from 'node:buffer'
import type { YieldIfDue } from '../lib/event-loop.ts'
import type { ParsedDocument } from './codec.ts'
import { JsonReader, JsonSyntaxError } from './json-reader.ts'

export {
  jsonDepthMax as depthMax,
  loneSurrogate,
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

/** Results of `preparseJson`, until `readJson` needs them. */
const ahead = new WeakMap<Buffer, ParsedDocument | JsonSyntaxError>()
const aheadBytesMin = 64 * 1024
const charactersOfTurn = 16 * 1024

/** Reads a text with pauses. `readJson` of the same buffer then returns the result. */
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

/** Returns the position of the first replacement character that the bytes do not contain. */
function firstReplaced(bytes: Buffer, text: string): number {
  const again = Buffer.from(text)
  return again.findIndex((byte, index) => byte !== bytes[index])
}
