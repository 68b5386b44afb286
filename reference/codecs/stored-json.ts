import { readJson } from './read-json.ts'

/**
 * Reads the output of `writeJson`. It is valid, so the native parser can be used, which takes half
 * the time, unless the text may contain an integer that a double cannot hold.
 */
export function readStoredJson(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  return mayExceedDoubles.test(text) ? readJson(bytes).value : JSON.parse(text)
}

/** Sixteen digits in a row, even inside a string. */
const mayExceedDoubles = /\d{16}/
