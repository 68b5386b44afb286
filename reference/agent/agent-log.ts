// The log of the agent as a process: text or JSON, on one stream or split by severity.

import { quote } from '../api/quote.ts'
import type { AgentSettings } from './settings.ts'

export type AgentLog = {
  /** Writes a line; one that begins with `warning: ` is one. */
  readonly line: (text: string) => void
  readonly warn: (text: string) => void
}

type Streams = {
  readonly writeOut: (text: string) => void
  readonly writeError: (text: string) => void
}

/**
 * Returns the log. Lines are written at once, which satisfies every period of flushing (AGENT-202).
 * With split streams, warnings go to standard error and everything else to standard output.
 */
export function agentLog(
  { format, isSplit }: AgentSettings['log'],
  { writeOut, writeError }: Streams,
): AgentLog {
  const write = (text: string, isWarning: boolean) => {
    const line =
      format === 'json'
        ? JSON.stringify({ ts: Date.now(), level: isWarning ? 'warn' : 'info', msg: text })
        : `${new Date().toISOString()} ${isWarning ? 'warning: ' : ''}${printable(text)}`
    const stream = isSplit && !isWarning ? writeOut : writeError
    stream(`${line}\n`)
  }
  return {
    line: text =>
      text.startsWith('warning: ')
        ? write(text.slice('warning: '.length), true)
        : write(text, false),
    warn: text => write(text, true),
  }
}

/** Text of a manifest or of a server cannot end the line or move a cursor. */
const printable = (text: string): string => quote(text).slice(1, -1).replaceAll('\\"', '"')
