import { quote } from './quote.ts'

/** Writes a line to standard error. Text of a client in it cannot end the line. */
export const writeLog = (what: string): void => void process.stderr.write(`${quote(what)}\n`)

/**
 * Writes an error to standard error. `what` may contain text of a client, so both are quoted: no
 * part of them can end a line or move a cursor.
 */
export function logFailure(what: string, error: unknown): void {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${quote(what)}: ${trace.split('\n').map(quote).join('\n  ')}\n`)
}
