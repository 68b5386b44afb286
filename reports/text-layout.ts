// Lays out text in columns of a terminal.

// East Asian and emoji characters take two columns.
const wide = new RegExp(
  '[\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f' +
    '\\uff00-\\uff60\\uffe0-\\uffe6\\u{20000}-\\u{3fffd}\\p{Emoji_Presentation}]',
  'u',
)
const combining = /[\p{Mn}\p{Me}]/u

/** Returns how many terminal columns the text takes. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  return [...text].reduce((sum, character) => sum + columnsOf(character), 0)
}

function columnsOf(character: string): number {
  if (combining.test(character)) return 0
  return wide.test(character) ? 2 : 1
}

/** Shortens the text to at most `width` columns. `…` marks the cut. */
export function clip(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${headOf(text, width - 1)}…`
}

/** Shortens the text to at most `width` columns at the end of a word, unless that is too short. */
export function clipAtWord(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  const head = headOf(text, width - 1)
  const isWhole = text[head.length] === ' '
  const words = (isWhole ? head : head.slice(0, Math.max(head.lastIndexOf(' '), 0))).replace(
    /[\s,;:([{]+$/,
    '',
  )
  return `${widthOf(words) > width / 2 ? words : head}…`
}

/** Returns as many whole characters as fit in `width` columns. */
function headOf(text: string, width: number): string {
  let head = ''
  let used = 0
  for (const character of text) {
    used += columnsOf(character)
    if (used > width) break
    head += character
  }
  return head
}

/**
 * Wraps text to lines of at most `width` columns. A longer word is cut, preferably after a
 * separator of a path. A URL is not cut.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ +/).flatMap(word => piecesOf(word, width))) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

/**
 * Wraps a line of 80 columns whose value starts at column `indent`. Continuation lines start there
 * too, and there are at most `most` lines.
 */
export function hangingIndent(
  line: string,
  { indent, most }: { indent: number; most: number },
): string[] {
  const name = line.slice(0, indent)
  const all = wrap(line.slice(indent), columns - indent)
  const lines = all.length > most ? [...all.slice(0, most - 1), cutShort(all, most, indent)] : all
  return lines.map((text, index) => `${index === 0 ? name : ' '.repeat(indent)}${text}`)
}

const columns = 80

const cutShort = (all: string[], most: number, indent: number): string =>
  clip(`${all[most - 1] ?? ''} …`, columns - indent)

function piecesOf(word: string, width: number): string[] {
  if (/^\(?https?:\/\//.test(word)) return [word]
  const pieces: string[] = []
  let rest = word
  while (widthOf(rest) > width) {
    // At least one character, so that the loop ends if the column is too narrow for a wide
    // character.
    const head = afterMark(headOf(rest, width)) || ([...rest][0] ?? '')
    pieces.push(head)
    rest = rest.slice(head.length)
  }
  return rest === '' ? pieces : [...pieces, rest]
}

/** Returns the text up to its last separator of a path or query, if that keeps most of it. */
function afterMark(head: string): string {
  const marked = /^.*[/?&=,:]/.exec(head)?.[0] ?? ''
  return marked.length > head.length / 2 ? marked : head
}

// A word of a shell: quoted text, escaped characters and other characters except blanks.
const shellWords = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\]|['"\\])+/g

/** Wraps a command so that a shell still reads it as one. Words and quoted text are not cut. */
export function wrapCommand(command: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const [word] of command.matchAll(shellWords)) {
    // Two columns stay free for the backslash that joins the lines.
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width - 2) {
      lines.push(`${line} \\`)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** Formats `1,234` independently of the machine's locale, so that reports can be compared. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Formats `1 case`, `2 cases`. */
export function countedNoun(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats `850 ms`, `12.3 s`, `4 min 5 s`, `2 h 3 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

/** Lists at most `most` of the ids, and how many more there are. */
export function listIds(ids: string[], most: number): string {
  if (ids.length <= most) return ids.join(', ')
  return `${ids.slice(0, most).join(', ')} and ${formatCount(ids.length - most)} more`
}
