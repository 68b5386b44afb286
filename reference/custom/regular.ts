// Regular expressions of clients. They are RE2's, which take time linear in the text: those of the
// language would let one object keep the whole server busy for hours.

import { RE2JS } from 're2js'

const compiled = new Map<string, RE2JS | Error>()
const kept = 2000

/** The expression in a text; an error where it is none. The same one for the same text. */
function compile(text: string): RE2JS | Error {
  const known = compiled.get(text)
  if (known) return known
  // Definitions come and go.
  if (compiled.size >= kept) compiled.clear()
  const made = attempt(text)
  compiled.set(text, made)
  return made
}

function attempt(text: string): RE2JS | Error {
  try {
    return RE2JS.compile(text)
  } catch (error) {
    // The library says by throwing that a text is no expression.
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The expression in a text; undefined where it is none. */
export function regular(text: string): RE2JS | undefined {
  const made = compile(text)
  return made instanceof Error ? undefined : made
}

/** What keeps a text from being an expression; undefined where it is one. */
export function regularFault(text: string): string | undefined {
  const made = compile(text)
  return made instanceof Error ? made.message : undefined
}
