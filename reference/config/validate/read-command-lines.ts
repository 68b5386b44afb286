// Command lines that are given as a text: those of the node agent are checked, those of the API
// server say what configurations are compared with.

import { parseArguments } from '../flags/parse-arguments.ts'
import { checkCommandLine, type CommandLineOptions } from '../flags/command-line.ts'
import type { Flag, FlagFinding } from '../flags/flag.ts'
import type { CheckedFlags } from '../flags/check-flags.ts'
import { readSettings } from '../flags/flag-settings.ts'
import { quote } from '../../api/quote.ts'
import type { ConfigFinding } from '../config-finding.ts'
import type { ClusterSettings, FaultType } from '../config-rules.ts'

/** What a command line of an agent comes to: its flags, and where the value of each is from. */
export type EffectiveFlags = Pick<CheckedFlags, 'values' | 'from'> & { readonly line: string }

export type CommandLines = {
  readonly beside: ClusterSettings
  readonly findings: readonly ConfigFinding[]
  readonly effective: readonly EffectiveFlags[]
}

type Problem = { readonly problem: string }
type One = { readonly beside: ClusterSettings; readonly findings: readonly FlagFinding[] }

const agents = ['nodeagent', 'kubelet']
const servers = ['apiserver', 'kube-apiserver']

/** Reads `PROGRAM --flag=value …`; a word may stand in quotes. */
export function readCommandLines(
  lines: readonly string[],
  options: CommandLineOptions,
): CommandLines | Problem {
  let all: CommandLines = { beside: {}, findings: [], effective: [] }
  for (const line of lines) {
    const words = wordsIn(line)
    if (!words) return { problem: `unterminated quote in ${quote(line)}` }
    const [program = '', ...args] = words
    const name = program.split('/').at(-1) ?? ''
    const isAgent = agents.includes(name)
    if (!isAgent && !servers.includes(name)) {
      return { problem: `expected nodeagent … or apiserver …, got ${quote(program)}` }
    }
    const { beside, findings, effective } = isAgent ? ofAgent(args, options) : ofServer(args)
    all = {
      beside: { ...all.beside, ...beside },
      findings: [...all.findings, ...findings.map(findingOf)],
      effective: [...all.effective, ...(effective ? [{ ...effective, line }] : [])],
    }
  }
  return all
}

const word = /(?:[^\s"']|"[^"]*"|'[^']*')+/g

/** The words of a line; undefined where a quote has no end. */
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
  // Of a file that nobody could read nobody knows how often it tells the agent to report.
  const isKnown = from['node-status-update-frequency'] === 'flag' || !findings.some(isOfFile)
  const beside: ClusterSettings =
    isKnown && typeof frequency === 'string' ? { nodeStatusUpdateFrequency: frequency } : {}
  return { beside, findings, effective: { values, from } }
}

const isOfFile = ({ severity, flag }: FlagFinding): boolean =>
  severity === 'error' && (flag === '--config' || flag === '--config-dir')

const findingOf = ({ severity, flag, type, detail, by }: FlagFinding): ConfigFinding => ({
  severity,
  file: '--flags',
  line: 1,
  column: 1,
  path: flag,
  // Both checkers call the same faults by the same names; flags have a few more.
  type: type as FaultType,
  detail,
  ...(by === undefined ? {} : { by }),
})

const serverFlag = (name: string, type: Flag['type'], says: string): Flag => ({
  name,
  type,
  says,
  group: 'API server',
  by: [],
})

const anonymous = serverFlag('anonymous-auth', 'boolean', 'Whether requests may be anonymous')
const collector = serverFlag('enable-garbage-collector', 'boolean', 'Whether dependents go too')
const issuers = serverFlag('service-account-issuer', 'strings', 'Who issues tokens of accounts')
const serverFlags = [anonymous, collector, issuers]

/** Of the API server's flags only those that configurations are compared with; others are its own. */
function ofServer(args: readonly string[]): Read {
  const { given, findings: unread } = parseArguments(args, serverFlags, new Map())
  const { byRow, findings } = readSettings(serverFlags, given, undefined)
  const said = (row: Flag): unknown => byRow.get(row)?.value
  const isCollecting = said(collector)
  const named = said(issuers)
  return {
    findings: [...unread.filter(({ type }) => type === 'missing value'), ...findings],
    beside: {
      ...(said(anonymous) === undefined ? {} : { anonymousAuthFlag: true }),
      ...(typeof isCollecting === 'boolean' ? { enableGarbageCollector: isCollecting } : {}),
      // The form of the flag is a list of strings.
      ...(Array.isArray(named) ? { serviceAccountIssuers: named.map(String) } : {}),
    },
  }
}
