// Regular expressions of clients. They are RE2's, which take time linear in the text: those of the
// language would let one object keep the whole server busy for hours. What is compiled is kept, as
// long as there is room for it in bytes.

import { RE2JS } from 're2js'

import { compiledLimits as limits } from '../api/compiled-limits.ts'
import { patternSteps } from './pattern-steps.ts'

/** A comparison that would take more steps than there is time for. */
export class RegexStepLimitExceeded extends Error {
  override name = 'TooManySteps'
}

export type ClientRegex = {
  /** Whether the expression is found in a text. @throws RegexStepLimitExceeded */
  readonly test: (text: string) => boolean
  /** The first places where it is found. @throws RegexStepLimitExceeded */
  readonly find: (text: string, most: number) => string[]
}

type Kept = { readonly made: ClientRegex | Error; bytes: number }

// The one that was used last is the last.
const kept = new Map<string, Kept>()
let keptBytes = 0

/** How many bytes the compiled expressions that are kept take, by an estimate. */
export const regexCacheBytes = (): number => keptBytes

/** The expression in a text; an error where it is none. The same one for the same text. */
function compile(text: string): ClientRegex | Error {
  // Nothing of a text that is too long is kept, not even that it is.
  if (text.length > limits.patternCharactersMax) return tooLong(text)
  const known = kept.get(text)
  if (known) {
    kept.delete(text)
    kept.set(text, known)
    return known.made
  }
  const own: Kept = { made: attempt(text, bytes => charge(text, own, bytes)), bytes: 0 }
  kept.set(text, own)
  charge(text, own, entryBytes + 2 * text.length + bytesPerStep * patternSteps(text))
  return own.made
}

const tooLong = ({ length }: string): Error =>
  new Error(`expected at most ${limits.patternCharactersMax} characters, got ${length}`)

// Measured, and rounded up.
const entryBytes = 2000
const bytesPerStep = 400

/** Adds to what one takes; those that were not used for longest make room. */
function charge(text: string, own: Kept, bytes: number): void {
  if (kept.get(text) !== own) return
  own.bytes += bytes
  keptBytes += bytes
  for (const [oldest, { bytes: freed }] of kept) {
    if (keptBytes <= limits.keptBytesMax) break
    kept.delete(oldest)
    keptBytes -= freed
  }
}

function attempt(text: string, grow: (bytes: number) => void): ClientRegex | Error {
  const steps = patternSteps(text)
  const { patternStepsMax } = limits
  if (steps > patternStepsMax) {
    return new Error(
      `expected at most ${patternStepsMax} steps with all repeats expanded, got ${steps}`,
    )
  }
  try {
    return measured(RE2JS.compile(text), grow)
  } catch (error) {
    // The library says by throwing that a text is no expression.
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** An expression that counts what it costs. */
function measured(expression: RE2JS, grow: (bytes: number) => void): ClientRegex {
  const { onepass } = expression.re2()
  // One whose next step is always known takes one for each character.
  const steps = onepass ? 1 : expression.programSize()
  let states = 0
  const pay = ({ length }: string) => {
    const { matchStepsMax } = limits
    if (length * steps <= matchStepsMax) return
    throw new RegexStepLimitExceeded(
      `expected at most ${Math.floor(matchStepsMax / steps)} characters ` +
        `for an expression of ${steps} steps, got ${length}`,
    )
  }
  // The library keeps the states that an expression has been in.
  const grown = <T>(result: T): T => {
    const { lazyDFA: known } = expression.re2()
    const bytes = known ? known.maxMem - known.memBudget : 0
    if (bytes > states) grow(bytes - states)
    states = Math.max(states, bytes)
    return result
  }
  return {
    test(text) {
      pay(text)
      return grown(expression.test(text))
    },
    find(text, most) {
      pay(text)
      const matcher = expression.matcher(text)
      const found: string[] = []
      while (found.length < most && matcher.find()) found.push(matcher.group() ?? '')
      return grown(found)
    },
  }
}

/** The expression in a text; undefined where it is none. */
export function compileRegex(text: string): ClientRegex | undefined {
  const made = compile(text)
  return made instanceof Error ? undefined : made
}

/** What keeps a text from being an expression; undefined where it is one. */
export function regexFault(text: string): string | undefined {
  const made = compile(text)
  return made instanceof Error ? made.message : undefined
}
