// Estimates the program size of a regular expression from its text. Compiling it to measure the
// size would already cost the time that is to be limited.

// A Unicode class has hundreds of ranges, and building it takes as long as this many steps.
const stepsOfClass = 20
// It has two steps, but its content is processed once more.
const stepsOfGroup = 4

/**
 * Returns an upper bound for the steps of a program with all repeats expanded, in time linear in
 * the text. For an invalid expression the number has no meaning, and the compiler reports the
 * fault.
 */
export function patternSteps(pattern: string): number {
  const open: Part[] = []
  let part: Part = { steps: 1, last: 0 }
  let classes = 0
  for (let offset = 0; offset < pattern.length; ) {
    const token = tokenAt(pattern, offset)
    offset += token.length
    if (/^\(\?[^<]*\)$/.test(token)) continue
    if (token.startsWith('(')) {
      open.push(part)
      part = { steps: stepsOfGroup, last: 0 }
    } else if (token === ')') {
      const outer = open.pop() ?? { steps: 0, last: 0 }
      part = took(outer, part.steps)
    } else {
      const times = timesOf(token)
      part = times === undefined ? took(part, stepsOf(token)) : repeated(part, times)
      classes += namesIn(token)
    }
  }
  return [...open, part].reduce((sum, { steps }) => sum + steps, classes * stepsOfClass)
}

/** The steps of a sequence, and those of its last part, to which a repeat would apply. */
type Part = { readonly steps: number; readonly last: number }

const took = ({ steps }: Part, last: number): Part => ({ steps: steps + last, last })

function repeated({ steps, last }: Part, times: number): Part {
  // Each optional repetition has an additional step.
  const next = (last + 1) * times
  return { steps: steps - last + next, last: next }
}

/** A text between `\Q` and `\E` is literal. */
const stepsOf = (token: string): number =>
  token.startsWith('\\Q') ? token.length : token === '|' ? 2 : 1

// Literal text is matched one character at a time, escapes and classes as a whole. A bracketed name
// contains none of the characters with which the next one could begin, because otherwise each of
// many unclosed ones would be searched to the end of the text.
const token =
  /\\Q[\s\S]*?(?:\\E|$)|\\(?:[pP](?:\{[^\\{}]*\}|[\s\S])|x\{[^\\{}]*\}|[\s\S]|$)|\[\^?\]?(?:\\[\s\S]?|\[:[^[\]]*:\]|[^\]\\])*(?:\]|$)|\{\d+(?:,\d*)?\}|\(\?P?<[^(>]*>|\(\?[a-zA-Z-]*[:)]|[\s\S]/y

function tokenAt(pattern: string, offset: number): string {
  token.lastIndex = offset
  return token.exec(pattern)?.[0] ?? pattern.slice(offset)
}

/** Returns the number of repetitions, or undefined if the text is not a repeat. */
function timesOf(text: string): number | undefined {
  if (text === '*' || text === '+' || text === '?') return 1
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(text) ?? []
  if (least === undefined) return undefined
  const times = comma === '' ? Number(least) : most === '' ? Number(least) + 1 : Number(most)
  return Math.max(1, times)
}

const namesIn = (text: string): number => text.match(/\\[pP]/g)?.length ?? 0
