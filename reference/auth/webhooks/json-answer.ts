// Parses the answers of webhooks. Messages do not quote them: an answer may contain a token.

import { isJsonObject, type JsonObject } from '../../api/object.ts'

/** @throws Error if the text is not a JSON object */
export function jsonObjectIn(text: string): JsonObject {
  const value = parsed(text)
  if (isJsonObject(value)) return value
  throw new Error('expected a JSON object, got something else')
}

/** @throws Error if the text is not JSON */
export function jsonValueIn(text: string): unknown {
  const value = parsed(text)
  if (value !== undefined) return value
  throw new Error('expected JSON, got something else')
}

/** Returns undefined for a text that is not JSON: the message of the parser would quote it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
