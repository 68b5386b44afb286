import { quote } from './quote.ts'

/** What failed is named by a client, so nothing of it may end a line or move a cursor. */
export function logFailure(what: string, error: unknown): void {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${quote(what)}: ${trace.split('\n').map(quote).join('\n  ')}\n`)
}
