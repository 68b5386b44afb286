// Command lines that are given as a text: those of the node agent are checked, those of the API
// server say what configurations are compared with.

import type { DialectName, FlagFinding } from '../agent/flag.ts'
import { checkFlags } from '../agent/flags.ts'
import { flags } from '../agent/flags.table.ts'
import { flagRules } from '../agent/rules.ts'
import type { Finding } from '../kinds/finding.ts'
import type { Beside, FaultType } from '../kinds/rules.ts'

export type CommandLines = {
  readonly beside: Beside
  readonly findings: readonly Finding[]
  /** The effective flags of each agent's command line. */
  readonly values: readonly { readonly [name: string]: unknown }[]
}

type Gates = { readonly [name: string]: boolean }

const agents = ['nodeagent', 'kubelet']
const servers = ['apiserver', 'kube-apiserver']

/** Reads `PROGRAM --flag=value …`; a word may stand in quotes. Undefined for another program. */
export function readCommandLines(
  lines: readonly string[],
  dialect: DialectName,
  gates: Gates,
): CommandLines | { readonly unknown: string } {
  let all: CommandLines = { beside: {}, findings: [], values: [] }
  for (const line of lines) {
    const [program = '', ...args] = wordsIn(line)
    const name = program.split('/').at(-1) ?? ''
    if (agents.includes(name)) {
      const { beside, findings, values } = ofAgent(args, dialect, gates)
      all = {
        beside: { ...all.beside, ...beside },
        findings: [...all.findings, ...findings],
        values: [...all.values, values],
      }
    } else if (servers.includes(name)) {
      all = { ...all, beside: { ...all.beside, ...ofServer(args) } }
    } else return { unknown: program }
  }
  return all
}

const word = /(?:[^\s"']|"[^"]*"|'[^']*')+/g

const wordsIn = (line: string): string[] =>
  (line.match(word) ?? []).map(text =>
    text.replaceAll(/"([^"]*)"|'([^']*)'/g, (_all, double, single) => String(double ?? single)),
  )

function ofAgent(args: readonly string[], dialect: DialectName, gates: Gates) {
  const { findings, values } = checkFlags(args, { flags, rules: flagRules, dialect, gates })
  const frequency = values['node-status-update-frequency']
  const beside: Beside =
    typeof frequency === 'string' ? { nodeStatusUpdateFrequency: frequency } : {}
  return { beside, values, findings: findings.map(findingOf) }
}

const findingOf = ({ severity, flag, type, detail, by }: FlagFinding): Finding => ({
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

/** Of the API server's flags only those that configurations are compared with. */
function ofServer(args: readonly string[]): Beside {
  const given = (name: string): string | undefined => {
    const at = args.findIndex(arg => arg === `--${name}` || arg.startsWith(`--${name}=`))
    if (at === -1) return undefined
    const [, value] = /^[^=]*=(.*)$/s.exec(args[at] ?? '') ?? []
    return value ?? 'true'
  }
  const collector = given('enable-garbage-collector')
  const issuer = given('service-account-issuer')
  return {
    ...(given('anonymous-auth') === undefined ? {} : { anonymousAuthFlag: true }),
    ...(collector === undefined ? {} : { enableGarbageCollector: collector !== 'false' }),
    ...(issuer === undefined ? {} : { serviceAccountIssuers: [issuer] }),
  }
}
