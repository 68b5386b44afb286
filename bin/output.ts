// All that commands say goes through here: no credential is in it, and nothing that a system which
// runs jobs would take for a command. What a target said is escaped where it is put into a line.

import { redact } from '../fixtures/client/redact.ts'
import { escapeCiCommands } from '../reports/escape.ts'
import type { Screen } from '../reports/live.ts'

const clean = (text: string): string => escapeCiCommands(redact(text))

/** Writes to standard output. */
export const print = (text: string): void => void process.stdout.write(clean(text))

/** Writes to standard error. */
export const printError = (text: string): void => void process.stderr.write(clean(text))

/** Writes documents of the user, or commands that are meant as such: none of them is escaped. */
export const printAsIs = (text: string, stream: NodeJS.WriteStream = process.stdout): void =>
  void stream.write(redact(text))

/** A place for progress, which is rewritten in its line. */
export const progressScreen = (stream: NodeJS.WriteStream): Screen => ({
  isTTY: stream.isTTY,
  columns: stream.columns,
  write: text => stream.write(clean(text)),
})
