import { truncate } from '../api/quote.ts'
import type { CelCompileError } from './expression.ts'

/** Formats a fault with its line and a mark under its column. Both are truncated. */
export function locateFault({ message, offset }: CelCompileError, source: string): string {
  const lines = source.slice(0, offset).split('\n')
  const column = lines.at(-1)?.length ?? 0
  const line = source.split('\n')[lines.length - 1] ?? ''
  const mark = truncate(`${'.'.repeat(column)}^`)
  return `ERROR: <input>:${lines.length}:${column + 1}: ${message}\n | ${truncate(line)}\n | ${mark}`
}
