// Reads command lines given as text. Those of the node agent are checked. Those of the API server
// supply settings to compare configurations with.

import { parseArguments } from '../flags/parse-arguments.ts'
import { checkCommandLine, type CommandLineOptions } from '../flags/command-line.ts'
import type { Flag, FlagFinding } from '../flags/flag.ts'
import type { CheckedFlags } from '../flags/check-flags.ts'
import { readSettings } from '../flags/flag-settings.ts'
import { quote } from '../../api/quote.ts'
import type { ConfigFinding } from '../config-finding.ts'
import type { ClusterSettings, FaultType } from '../config-rules.ts'

/** The effective flags of an agent's command line, with the origin of each value. */
export type EffectiveFlags = Pick<CheckedFlags, 'values' | 'from'> & { readonly line: string }

/** The result of reading the command lines of `--flags`. */
export type CommandLines = {
  readonly clusterSettings: ClusterSettings
  readonly findings: readonly ConfigFinding[]
  readonly effective: readonly EffectiveFlags[]
}

type Problem = { readonly problem: string }
type One = { readonly clusterSettings: ClusterSettings; readonly findings: readonly FlagFinding[] }

const agents = ['nodeagent', 'kubelet']
const servers = ['apiserver', 'kube-apiserver']

/** Reads `PROGRAM --flag=value …`. A word may be quoted. */
export function readCommandLines(
  lines: readonly string[],
  options: CommandLineOptions,
): CommandLines | Problem {
  let all: CommandLines = { clusterSettings: {}, findings: [], effective: [] }
  for (const line of lines) {
    const words = wordsIn(line)
    if (!words) return { problem: `unterminated quote in ${quote(line)}` }
    const [program = '', ...args] = words
    const name = program.split('/').at(-1) ?? ''
    const isAgent = agents.includes(name)
    if (!isAgent && !servers.includes(name)) {
      return { problem: `expected nodeagent … or apiserver …, got ${quote(program)}` }
    }
    const { clusterSettings, findings, effective } = isAgent
      ? ofAgent(args, options)
      : ofServer(args)
    all = {
      clusterSettings: { ...all.clusterSettings, ...clusterSettings },
      findings: [...all.findings, ...findings.map(findingOf)],
      effective: [...all.effective, ...(effective ? [{ ...effective, line }] : [])],
    }
  }
  return all
}

const word = /(?:[^\s"']|"[^"]*"|'[^']*')+/g

/** Splits a line into words. Returns undefined if a quote is not closed. */
function wordsIn(line: string): string[] | undefined {
  if (line.replaceAll(word, '').trim() !== '') return undefined
  return (line.match(word) ?? []).map(text =>
    text.replaceAll(/"([^"]*)"|'([^']*)'/g, (_all, double, single) => String(double ?? single)),
  )
}

type Read = One & { readonly effective?: Omit<EffectiveFlags, 'line'> }

function ofAgent(args: readonly string[], options: CommandLineOptions): Read {
  const { findings, values, from } = checkCommandLine(args, options)
  const frequency = values['node-status-update-frequency']
  // If a configuration file could not be read, the reporting interval in it is unknown.
  const isKnown = from['node-status-update-frequency'] === 'flag' || !findings.some(isOfFile)
  const clusterSettings: ClusterSettings =
    isKnown && typeof frequency === 'string' ? { nodeStatusUpdateFrequency: frequency } : {}
  return { clusterSettings, findings, effective: { values, from } }
}

const isOfFile = ({ severity, flag }: FlagFinding): boolean =>
  severity === 'error' && (flag === '--config' || flag === '--config-dir')

const findingOf = ({ severity, flag, type, detail, requirement }: FlagFinding): ConfigFinding => ({
  severity,
  file: '--flags',
  line: 1,
  column: 1,
  path: flag,
  // Both checkers use the same names for the same faults. Flags have a few more types.
  type: type as FaultType,
  detail,
  ...(requirement === undefined ? {} : { requirement }),
})

const serverFlag = (name: string, type: Flag['type'], description: string): Flag => ({
  name,
  type,
  description,
  group: 'API server',
  requirement: [],
})

const anonymous = serverFlag('anonymous-auth', 'boolean', 'Whether requests may be anonymous')
const collector = serverFlag('enable-garbage-collector', 'boolean', 'Whether dependents go too')
const issuers = serverFlag('service-account-issuer', 'strings', 'Who issues tokens of accounts')
const serverFlags = [anonymous, collector, issuers]

/** Reads only those API server flags that configurations are compared with, and ignores others. */
function ofServer(args: readonly string[]): Read {
  const { given, findings: unread } = parseArguments(args, serverFlags, new Map())
  const { byRow, findings } = readSettings(serverFlags, given, undefined)
  const valueOf = (row: Flag): unknown => byRow.get(row)?.value
  const isCollecting = valueOf(collector)
  const named = valueOf(issuers)
  return {
    findings: [...unread.filter(({ type }) => type === 'missing value'), ...findings],
    clusterSettings: {
      ...(valueOf(anonymous) === undefined ? {} : { anonymousAuthFlag: true }),
      ...(typeof isCollecting === 'boolean' ? { enableGarbageCollector: isCollecting } : {}),
      // The flag has the type list of strings.
      ...(Array.isArray(named) ? { serviceAccountIssuers: named.map(String) } : {}),
    },
  }
}
