// Parses the answers of webhooks. Messages do not quote them: an answer may contain a token.

import { isJsonObject, type JsonObject } from '../../api/object.ts'

/** @throws Error if the text is not a JSON object */
export function jsonObjectIn(text: string): JsonObject {
  const value = jsonValueIn(text)
  if (isJsonObject(value)) return value
  throw new Error('expected a JSON object, got something else')
}

/** @throws Error if the text is not JSON */
export function jsonValueIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The message of the parser quotes the text.
    throw new Error('expected JSON, got something else')
  }
}
