// Escapes text from a target, so that its bytes cannot move a cursor, or hide or reorder the text
// around them.

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\ufffe\uffff]/gu
const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Escapes every control character, direction mark, invisible character and lone surrogate (`\n`,
 * `\x1b`, `\u202e`), so that the text fits on one line.
 */
export function escapeControls(text: string): string {
  return text.replace(unseen, character => named[character] ?? escaped(character))
}

/**
 * Escapes one character of each workflow command of CI systems: `::error::` at the beginning of a
 * line, and `##[…]`, `##vso[…]` and `##teamcity[…]` anywhere.
 */
export function escapeCiCommands(text: string): string {
  return text.replace(leading, '$1\\x3a:').replace(marked, '\\x23#')
}

// Colour codes may come before a command.
const colour = `${String.fromCharCode(27)}\\[[\\d;]*m`
const leading = new RegExp(`^((?:[^\\S\\n]|${colour})*)::`, 'gm')
const marked = /##(?=\[|vso\[|teamcity\[)/g

/** Like `escapeControls`, but for a block of text: line ends and tabs stay. */
export function escapeControlsInLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map(line => line.split('\t').map(escapeControls).join('\t'))
    .join('\n')
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`
  return `\\u{${code.toString(16)}}`
}
