// How large the program of a regular expression becomes, seen from its text alone: whoever compiled
// it to find out would already have paid for it.

// A class of Unicode has hundreds of ranges, whose making takes as long as that of so many steps.
const stepsOfClass = 20
// It has two, but what it holds is put together once more.
const stepsOfGroup = 4

/**
 * The steps of a program at most, with all repeats written out, in time linear in the text. A text
 * that is no expression has some number too: what is wrong with it is found by those who compile.
 */
export function patternSteps(pattern: string): number {
  const open: Part[] = []
  let part: Part = { steps: 1, last: 0 }
  let classes = 0
  for (let at = 0; at < pattern.length; ) {
    const token = tokenAt(pattern, at)
    at += token.length
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

/** The steps of a sequence, and those of its last part, which a repeat would be about. */
type Part = { readonly steps: number; readonly last: number }

const took = ({ steps }: Part, last: number): Part => ({ steps: steps + last, last })

function repeated({ steps, last }: Part, times: number): Part {
  // Each that may be left out has a step of its own to do so.
  const next = (last + 1) * times
  return { steps: steps - last + next, last: next }
}

/** A text between `\Q` and `\E` stands for itself. */
const stepsOf = (token: string): number =>
  token.startsWith('\\Q') ? token.length : token === '|' ? 2 : 1

// What stands for itself is taken one character at a time, escapes and classes whole. A name between
// brackets has none of the characters with which the next one would begin: otherwise each of many
// that are not closed would be looked for up to the end of the text.
const token =
  /\\Q[\s\S]*?(?:\\E|$)|\\(?:[pP](?:\{[^\\{}]*\}|[\s\S])|x\{[^\\{}]*\}|[\s\S]|$)|\[\^?\]?(?:\\[\s\S]?|\[:[^[\]]*:\]|[^\]\\])*(?:\]|$)|\{\d+(?:,\d*)?\}|\(\?P?<[^(>]*>|\(\?[a-zA-Z-]*[:)]|[\s\S]/y

function tokenAt(pattern: string, at: number): string {
  token.lastIndex = at
  return token.exec(pattern)?.[0] ?? pattern.slice(at)
}

/** How often a repeat repeats; undefined for what is none. */
function timesOf(text: string): number | undefined {
  if (text === '*' || text === '+' || text === '?') return 1
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(text) ?? []
  if (least === undefined) return undefined
  const times = comma === '' ? Number(least) : most === '' ? Number(least) + 1 : Number(most)
  return Math.max(1, times)
}

const namesIn = (text: string): number => text.match(/\\[pP]/g)?.length ?? 0
