// Compiles regular expressions of clients with RE2, which takes time linear in the text. With
// JavaScript's regular expressions, a single object could block the server for hours. Compiled
// expressions are cached up to a limit in bytes.

import type { RE2JS } from 're2js'

import { compiledLimits as limits } from '../api/compiled-limits.ts'
import { re2 } from '../lib/deferred-libraries.ts'
import { patternSteps } from './pattern-steps.ts'

/** A match would take more steps than the limit. */
export class RegexStepLimitExceeded extends Error {
  override name = 'RegexStepLimitExceeded'
}

/** A compiled regular expression whose matches are limited. */
export type ClientRegex = {
  /** Whether the expression matches anywhere in a text. @throws RegexStepLimitExceeded */
  readonly test: (text: string) => boolean
  /** Returns at most `most` matches. @throws RegexStepLimitExceeded */
  readonly find: (text: string, most: number) => string[]
}

type Kept = { readonly result: ClientRegex | Error; bytes: number }

// In the order of their last use.
const kept = new Map<string, Kept>()
let keptBytes = 0

/** Returns the estimated size of the cached expressions in bytes. */
export const regexCacheBytes = (): number => keptBytes

/** Compiles an expression, or returns an error if it is invalid. Results are cached. */
function compile(text: string): ClientRegex | Error {
  // Nothing is cached for a text that is too long.
  if (text.length > limits.patternCharactersMax) return tooLong(text)
  const known = kept.get(text)
  if (known) {
    kept.delete(text)
    kept.set(text, known)
    return known.result
  }
  const own: Kept = { result: attempt(text, bytes => charge(text, own, bytes)), bytes: 0 }
  kept.set(text, own)
  charge(text, own, entryBytes + 2 * text.length + bytesPerStep * patternSteps(text))
  return own.result
}

const tooLong = ({ length }: string): Error =>
  new Error(`expected at most ${limits.patternCharactersMax} characters, got ${length}`)

// Measured, and rounded up.
const entryBytes = 2000
const bytesPerStep = 400

/** Adds to the size of an entry, and evicts the least recently used entries above the limit. */
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
    return measured(re2().RE2JS.compile(text), grow)
  } catch (error) {
    // The library throws if a text is not an expression.
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Wraps an expression so that its steps and memory are counted. */
function measured(expression: RE2JS, grow: (bytes: number) => void): ClientRegex {
  const { onepass } = expression.re2()
  // A one-pass expression takes one step for each character.
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
  // The library caches the states of its automaton.
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

/** Compiles an expression. Returns undefined if it is invalid. */
export function compileRegex(text: string): ClientRegex | undefined {
  const made = compile(text)
  return made instanceof Error ? undefined : made
}

/** Returns the fault of an expression, or undefined if it is valid. */
export function regexFault(text: string): string | undefined {
  const made = compile(text)
  return made instanceof Error ? made.message : undefined
}
