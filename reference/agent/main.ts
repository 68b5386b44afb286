// `touchstone agent`: checks the command line, runs the agent, and ends it on a signal.

import { writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { DialectName } from '../api/dialect.ts'
import { prepareAgent } from '../config/flags/main.ts'
import { agentLog } from './agent-log.ts'
import { AgentRefusal, startAgent } from './start-agent.ts'
import { flagReader, agentSettings, type AgentSettings } from './settings.ts'
import { checkCommandLine } from '../config/flags/command-line.ts'

export type AgentCommand = {
  readonly dialect: DialectName
  /** Whether containers run as processes of this machine. They end with the agent. */
  readonly hasProcessRuntime: boolean
  readonly version: string
  readonly writeOut: (text: string) => void
  readonly writeError: (text: string) => void
  /** Writes what is wrong with the command line; the lines have no ends. */
  readonly refuse: (lines: readonly string[]) => void
}

/**
 * Runs the agent until a signal. Resolves with the exit code: 0 after the end, 1 if a value or the
 * machine prevents the start, 3 if the command line cannot be read.
 */
export async function agentCommand(args: readonly string[], command: AgentCommand) {
  const { dialect, hasProcessRuntime, version, writeOut, writeError, refuse } = command
  const { code, out, err } = prepareAgent(args, { dialect, version })
  writeOut(out)
  if (err.length > 0) refuse(err)
  if (code !== undefined) return code
  const settings = agentSettings(flagReader(checkCommandLine(args, { dialect }), dialect))
  const log = agentLog(settings.log, { writeOut, writeError })
  // The runtime is loaded only by agents that use it.
  const runtime = hasProcessRuntime
    ? await (await import('./process-runtime.ts')).serveProcesses()
    : undefined
  const runtimeFlags = runtime ? [`--container-runtime-endpoint=${runtime.endpoint}`] : []
  try {
    const flags = [...args, ...runtimeFlags]
    const agent = await startAgent({ flags, dialect, version, log: log.line })
    await limitProcess(settings.process, log.warn)
    // A second signal ends the process at once.
    process.once('SIGINT', agent.stop).once('SIGTERM', agent.stop)
    return await agent.ended
  } catch (cause) {
    if (!(cause instanceof AgentRefusal)) throw cause
    refuse(cause.lines)
    return cause.code
  } finally {
    await runtime?.close()
  }
}

/** AGENT-257 and AGENT-210: without the rights to them, the limits stay as they are. */
async function limitProcess(
  { openFilesMax, oomScoreAdj }: AgentSettings['process'],
  warn: (line: string) => void,
): Promise<void> {
  const pid = String(process.pid)
  const limit = [`--pid=${pid}`, `--nofile=${openFilesMax}:${openFilesMax}`]
  await promisify(execFile)('prlimit', limit).catch(error =>
    warn(`--max-open-files: cannot be set: ${firstLine(error)}`),
  )
  await writeFile('/proc/self/oom_score_adj', String(oomScoreAdj)).catch(error =>
    warn(`--oom-score-adj: cannot be set: ${firstLine(error)}`),
  )
}

const firstLine = (error: unknown): string =>
  (error as Error).message.trim().split('\n').at(-1) ?? ''
