// touchstone serve: runs the reference server until a signal.

import { AssertionError } from 'node:assert/strict'

import { runServe } from '../reference/main.ts'
import type { ServeFlags } from '../reference/main.ts'
import { ServerFault, UsageProblem } from './command-errors.ts'

/**
 * Resolves when the server accepts requests.
 * @throws UsageProblem for a flag, a file or a port that prevents the start, ServerFault for
 * an unexpected error
 */
export async function serve(flags: ServeFlags): Promise<void> {
  try {
    await runServe(flags)
  } catch (cause) {
    if (isExpectedError(cause)) throw new UsageProblem(cause.message, { cause })
    throw new ServerFault('the server could not start', { cause })
  }
}

// Errors that the runtime and its library throw for bugs.
const bugs = [TypeError, RangeError, ReferenceError, SyntaxError, AssertionError]

/**
 * Whether an error was expected: a system error has a code, and an error of this project says what
 * it expected or, like those of storage engines, has a class.
 */
export const isExpectedError = (cause: unknown): cause is Error =>
  cause instanceof Error &&
  !bugs.some(bug => cause instanceof bug) &&
  (cause.constructor !== Error ||
    typeof (cause as NodeJS.ErrnoException).code === 'string' ||
    /\bexpected\b/.test(cause.message))
