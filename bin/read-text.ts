// Reads the files that commands are given.

import { readFileSync } from 'node:fs'

/** A fault of usage that a command shows without a stack. */
type UsageProblem = new (message: string, options: ErrorOptions) => Error

/**
 * Reads a text file.
 * @param expected what the file should hold, for the message of the error
 * @throws a `Problem` if the file cannot be read
 */
export function readText(file: string, expected: string, Problem: UsageProblem): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Problem(`${file}: expected ${expected}, got ${(cause as Error).message}`, { cause })
  }
}
