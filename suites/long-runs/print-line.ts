// What the nightly run prints.

import { redact } from '../../fixtures/client/redact.ts'
import { escapeControlsInLines, escapeCiCommands } from '../../reports/escape.ts'

/** Prints lines, without secrets, as problems quote servers. */
export function printLine(line: string): void {
  process.stdout.write(`${escapeCiCommands(escapeControlsInLines(redact(line)))}\n`)
}
