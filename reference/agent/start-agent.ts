// Starts a node agent in this process.

import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Clock } from '../api/clock.ts'
import type { DialectName } from '../api/dialect.ts'
import { checkCommandLine } from '../config/flags/command-line.ts'
import { formatFlagFinding, type HostFacts } from '../config/flags/flag.ts'
import { systemClock } from '../server/clock.ts'
import { readHostFacts, type Machine, thisMachine } from './host-facts.ts'
import { paperMeasure } from './measurements.ts'
import type { AgentEnd } from './agent-work.ts'
import { agentSettings, flagReader } from './settings.ts'
import { unheededFindings } from './unheeded-flags.ts'

export type AgentOptions = {
  /** As on a command line: `--max-pods=7`. */
  readonly flags: readonly string[]
  readonly dialect?: DialectName
  /**
   * Files that are written into `directory` before the start. A flag whose value is the name of one
   * of them, or of a folder of them, is given its path.
   */
  readonly files?: readonly { readonly name: string; readonly text: string }[]
  /** Where `files` go, and what relative paths of flags start from; a new one unless set. */
  readonly directory?: string
  /** Receives each line of the log, without its end. */
  readonly log?: (line: string) => void
  readonly clock?: Clock
  /** The version that the node reports, unless `--version=vX.Y.Z` sets it. */
  readonly version?: string
  /** What is known of the machine; read from it unless set. */
  readonly host?: HostFacts
  readonly hostName?: string
  /** Another machine than this one. Half of its memory and disk is free, unless it measures. */
  readonly machine?: Machine
}

export type RunningAgent = {
  readonly directory: string
  /** Resolves with the exit code when the agent has ended, by itself or after `stop`. */
  readonly ended: Promise<number>
  /** Ends the agent. Containers go on. */
  readonly stop: () => Promise<void>
}

/** The command line or the machine does not let the agent start. */
export class AgentRefusal extends Error {
  override name = 'AgentRefusal'
  /** The exit code: 1 for a value, 3 for a command line that cannot be read. */
  readonly code: number
  readonly lines: readonly string[]
  constructor(lines: readonly string[], code = 1) {
    super(lines.join('\n'))
    this.code = code
    this.lines = lines
  }
}

/**
 * Starts an agent. Resolves when it works: its servers listen, and it follows its sources. It need
 * not have reached its runtime or its API server.
 * @throws AgentRefusal if a flag, a file or the machine prevents the start
 */
export async function startAgent(options: AgentOptions): Promise<RunningAgent> {
  const { dialect = 'cluster', files = [], log = () => {}, clock = systemClock() } = options
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'touchstone-agent-')))
  for (const { name, text } of files) {
    const path = join(directory, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const names = new Set(files.flatMap(({ name }) => [name, dirname(name)]))
  const flags = options.flags.map(flag => withPath(flag, names, directory))
  const host = options.host ?? (await readHostFacts())
  const checked = checkCommandLine(flags, { dialect, host })
  const unheeded = unheededFindings(checked, dialect)
  const all = [...checked.findings, ...unheeded]
  const errors = all.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new AgentRefusal(errors.map(formatFlagFinding))
  for (const finding of all) log(`warning: ${formatFlagFinding(finding)}`)
  const reader = flagReader(checked, dialect)
  const named = reader.text('version')
  // The runtime client is loaded only by agents that run.
  const { runAgent } = await import('./run-agent.ts')
  const { hostName, version = 'v0.0.0' } = options
  const machine = options.machine
    ? { measureWith: paperMeasure(options.machine.memoryBytes), ...options.machine }
    : thisMachine()
  const running = await runAgent({
    settings: agentSettings(reader, hostName === undefined ? {} : { hostName }),
    dialect,
    gates: checked.gates,
    values: checked.values,
    isStandalone: checked.mode === 'standalone',
    version: named.startsWith('v') ? named : version,
    machine,
    clock,
    log,
  }).catch((cause: unknown) => {
    throw cause instanceof Error ? new AgentRefusal([cause.message], 1) : cause
  })
  return { directory, ended: running.ended.then(codeOf), stop: running.stop }
}

const codeOf = ({ code }: AgentEnd): number => code

function withPath(flag: string, names: ReadonlySet<string>, directory: string): string {
  const [, name, value = ''] = /^(--[^=]+)=(.*)$/s.exec(flag) ?? []
  return name !== undefined && value !== '.' && names.has(value)
    ? `${name}=${join(directory, value)}`
    : flag
}
