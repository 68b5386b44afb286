// `touchstone agent`: a command line of the agent is read and judged. There is no agent to run yet.

import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readConfigFiles } from './config-files.ts'
import { type DialectName, type FlagFinding, lineOf } from './flag.ts'
import { type FlagOptions, checkFlags } from './flags.ts'
import { flags } from './flags.table.ts'
import { helpOf } from './help.ts'
import { flagRules } from './rules.ts'

export type AgentRun = {
  /** 0: nothing else was asked for. 1: a value is wrong. 3: no such command line, or no loop. */
  readonly code: 0 | 1 | 3
  readonly out: string
  /** Lines for standard error, without their ends. */
  readonly err: readonly string[]
}

const programs = { cluster: 'nodeagent', kubernetes: 'kubelet' }

/** Reads the arguments of the agent, and the files that they name. */
export function runAgent(
  args: readonly string[],
  { dialect, version }: { readonly dialect: DialectName; readonly version: string },
): AgentRun {
  const options: FlagOptions = { flags, rules: flagRules, dialect, host: { keyMatches } }
  const { values, findings } = checkFlags(args, options)
  const usage = findings.filter(({ type }) => usageTypes.has(type))
  if (usage.length > 0) return { code: 3, out: '', err: linesOf(usage) }
  // A version that is set is not asked for.
  const asked = values['version'] === true || values['version'] === 'raw'
  if (values['help'] === true) {
    return { code: 0, out: helpOf(flags, { dialect, platform: 'linux' }), err: [] }
  }
  if (asked) return { code: 0, out: `${programs[dialect]} ${version}\n`, err: [] }
  return judged(args, { ...options, ...filesOf(values) })
}

const usageTypes: ReadonlySet<string> = new Set([
  'unknown flag',
  'unexpected argument',
  'missing value',
])

type WithFiles = FlagOptions & { readonly unreadable: readonly FlagFinding[] }

function filesOf(values: { readonly [name: string]: unknown }) {
  const { configs, findings } = readConfigFiles(values['config'], values['config-dir'])
  return { unreadable: findings, ...(configs.length > 0 && { config: configs }) }
}

function judged(args: readonly string[], options: WithFiles): AgentRun {
  const findings = [...options.unreadable, ...checkFlags(args, options).findings]
  const hasErrors = findings.some(({ severity }) => severity === 'error')
  const lines = linesOf(findings)
  if (hasErrors) return { code: 1, out: '', err: lines }
  return { code: 3, out: '', err: [...lines, "the agent's loop is not part of this release"] }
}

const linesMax = 100

function linesOf(findings: readonly FlagFinding[]): string[] {
  const more = findings.length - linesMax
  return [
    ...findings
      .slice(0, linesMax)
      .map(finding => (finding.severity === 'warning' ? 'warning: ' : '') + lineOf(finding)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

/** AGENT-236. A file that is no certificate or no key matches nothing. */
function keyMatches(certificateFile: string, keyFile: string): boolean {
  try {
    const certificate = new X509Certificate(readFileSync(certificateFile))
    return certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile)))
  } catch {
    return false
  }
}
