// touchstone serve: the reference server, until a signal ends it.

import { AssertionError } from 'node:assert/strict'

import { runServe } from '../reference/main.ts'
import type { ServeFlags } from '../reference/main.ts'
import { ServerFault, UsageProblem } from './exit.ts'

/**
 * Resolves when the server answers.
 * @throws UsageProblem for a flag, a file or a port that keeps it from starting, ServerFault for
 *   an error that nobody foresaw
 */
export async function serve(flags: ServeFlags): Promise<void> {
  try {
    await runServe(flags)
  } catch (cause) {
    if (isExpectedError(cause)) throw new UsageProblem(cause.message, { cause })
    throw new ServerFault('the server could not start', { cause })
  }
}

// What the language and its library throw where the code is wrong.
const bugs = [TypeError, RangeError, ReferenceError, SyntaxError, AssertionError]

/**
 * Whether an error was foreseen: what the system refuses has a code, a refusal of ours says what it
 * expected or, as those of storage engines do, has a class of its own.
 */
export const isExpectedError = (cause: unknown): cause is Error =>
  cause instanceof Error &&
  !bugs.some(bug => cause instanceof bug) &&
  (cause.constructor !== Error ||
    typeof (cause as NodeJS.ErrnoException).code === 'string' ||
    /\bexpected\b/.test(cause.message))
