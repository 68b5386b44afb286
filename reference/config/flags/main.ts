// What `touchstone agent` does before it runs an agent: it reads and checks the command line, and
// prints the help and the version.

import { checkCommandLine } from './command-line.ts'
import type { DialectName } from '../../api/dialect.ts'
import { type FlagFinding, formatFlagFinding } from './flag.ts'
import { agentFlags } from './flags.table.ts'
import { helpOf } from './agent-help.ts'

export type AgentPreparation = {
  /**
   * 0: help or version was printed. 1: a value is invalid. 3: the command line cannot be read.
   * Absent: the agent can be started.
   */
  readonly code?: 0 | 1 | 3
  readonly out: string
  /** Lines for standard error, without line ends. */
  readonly err: readonly string[]
}

const programs = { cluster: 'nodeagent', kubernetes: 'kubelet' }

/** Reads the arguments of the agent and the files that they name. */
export function prepareAgent(
  args: readonly string[],
  { dialect, version }: { readonly dialect: DialectName; readonly version: string },
): AgentPreparation {
  const { values, findings } = checkCommandLine(args, { dialect })
  const usage = findings.filter(({ type }) => usageTypes.has(type))
  if (usage.length > 0) return { code: 3, out: '', err: linesOf(usage) }
  // `--version=v1.2.3` sets the version rather than printing it.
  const asked = values['version'] === true || values['version'] === 'raw'
  if (values['help'] === true) {
    return { code: 0, out: helpOf(agentFlags, { dialect, platform: 'linux' }), err: [] }
  }
  if (asked) return { code: 0, out: `${programs[dialect]} ${version}\n`, err: [] }
  const hasErrors = findings.some(({ severity }) => severity === 'error')
  const lines = linesOf(findings)
  if (hasErrors) return { code: 1, out: '', err: lines }
  return { out: '', err: [] }
}

const usageTypes: ReadonlySet<string> = new Set([
  'unknown flag',
  'unexpected argument',
  'missing value',
])

const linesMax = 100

function linesOf(findings: readonly FlagFinding[]): string[] {
  const more = findings.length - linesMax
  return [
    ...findings
      .slice(0, linesMax)
      .map(
        finding => (finding.severity === 'warning' ? 'warning: ' : '') + formatFlagFinding(finding),
      ),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}
