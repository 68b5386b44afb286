// The output of all commands. Credentials are redacted, and workflow commands of CI systems are
// escaped. Text from a target is escaped by the caller that formats a line.

import { redact } from '../fixtures/client/redact.ts'
import { escapeCiCommands } from '../reports/escape.ts'
import type { Screen } from '../reports/live.ts'

const clean = (text: string): string => escapeCiCommands(redact(text))

/** Writes to standard output. */
export const print = (text: string): void => void process.stdout.write(clean(text))

/** Writes to standard error. */
export const printError = (text: string): void => void process.stderr.write(clean(text))

/** Writes documents of the user or workflow commands, without escapes. */
export const printAsIs = (text: string, stream: NodeJS.WriteStream = process.stdout): void =>
  void stream.write(redact(text))

/** The terminal for progress, whose line is rewritten. */
export const progressScreen = (stream: NodeJS.WriteStream): Screen => ({
  isTTY: stream.isTTY,
  columns: stream.columns,
  write: text => stream.write(clean(text)),
})
