// What a target says is printed, never obeyed: its bytes must not move a cursor, hide or reorder
// what stands around them.

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\ufffe\uffff]/gu
const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * The text with every control character, direction mark, invisible character and lone surrogate
 * written as an escape (`\n`, `\x1b`, `\u202e`), so that it fits on one line.
 */
export function escapeControls(text: string): string {
  return text.replace(unseen, character => named[character] ?? escaped(character))
}

/**
 * The text without what systems that run jobs take for commands: `::error::` at the beginning of a
 * line, `##[…]`, `##vso[…]` and `##teamcity[…]` wherever they stand. A character of each is escaped.
 */
export function escapeCiCommands(text: string): string {
  return text.replace(leading, '$1\\x3a:').replace(marked, '\\x23#')
}

// Colours may stand before them.
const colour = `${String.fromCharCode(27)}\\[[\\d;]*m`
const leading = new RegExp(`^((?:[^\\S\\n]|${colour})*)::`, 'gm')
const marked = /##(?=\[|vso\[|teamcity\[)/g

/** The same for text that is shown as a block: line ends and tabs stay. */
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
