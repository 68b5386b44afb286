// Checks a command line in stages: arguments, flags with their texts, values, findings.

import type { JsonObject } from '../../api/object.ts'
import { cluster } from '../../dialects/cluster.ts'
import { kubernetes } from '../../dialects/kubernetes.ts'
import { parseArguments } from './parse-arguments.ts'
import type { DialectName } from '../../api/dialect.ts'
import type { Flag, FlagFinding, FlagRule, HostFacts, AgentMode, Platform } from './flag.ts'
import type { FlagContext } from './flag.ts'
import { effectiveGates, knownGates } from './agent-gates.ts'
import { translateFlagNames, flagsIn } from './flags-in-dialect.ts'
import { valueFindings } from './value-findings.ts'
import {
  type Origin,
  type FlagSetting,
  mergeConfigs,
  originSuffix,
  readSettings,
} from './flag-settings.ts'
import { quote } from '../../api/quote.ts'

/** The table of flags, and the environment in which a command line is checked. */
export type FlagOptions = {
  readonly flags: readonly Flag[]
  readonly rules: readonly FlagRule[]
  readonly dialect: DialectName
  /** Defaults to `linux`. */
  readonly platform?: Platform
  /** Feature gates in addition to those of the command line and the file. */
  readonly gates?: { readonly [name: string]: boolean }
  /** The agent's configuration object. Several objects are merged in order. */
  readonly config?: JsonObject | readonly JsonObject[]
  /** The project's API domain. Defaults to that of the dialect. */
  readonly apiDomain?: string
  readonly host?: HostFacts
}

/** The result of checking a command line: findings, effective values and their sources. */
export type CheckedFlags = {
  readonly findings: readonly FlagFinding[]
  /** The effective values by the dialect's names. Unset flags are absent. */
  readonly values: { readonly [name: string]: unknown }
  readonly from: { readonly [name: string]: Origin }
  readonly mode: AgentMode
  readonly gates: { readonly [name: string]: boolean }
}

/**
 * Reads and checks the arguments after the program name. It is pure and never throws: every fault
 * is a finding.
 */
export function checkFlags(args: readonly string[], options: FlagOptions): CheckedFlags {
  const { dialect, platform = 'linux' } = options
  const rows = flagsIn(options.flags, { dialect, platform })
  const parsed = parseArguments(args, rows.values(), otherNames(options.flags, rows))
  const config = options.config === undefined ? undefined : mergeConfigs([options.config].flat())
  const { byRow, findings } = readSettings(rows.values(), parsed.given, config)
  const settingOf = (name: string): FlagSetting | undefined => {
    const row = rows.get(name)
    return row && byRow.get(row)
  }
  const gates = effectiveGates(
    knownGates[dialect],
    options.gates,
    settingOf('feature-gates')?.value,
  )
  const seen = seenBy(options, settingOf, gates)
  const isOn = (gate: string) => gates.get(gate) ?? false
  return {
    findings: [
      ...parsed.findings,
      ...findings,
      ...[...byRow.values()].flatMap(setting => valueFindings(setting, isOn)),
      ...options.rules.flatMap(rule => ruleFindings(rule, { seen, rows, settingOf })),
    ],
    values: effective(byRow.values(), settingOf),
    from: Object.fromEntries([...byRow.values()].map(({ row, from }) => [row.name, from])),
    mode: seen.mode,
    gates: Object.fromEntries(gates),
  }
}

function seenBy(
  options: FlagOptions,
  settingOf: (name: string) => FlagSetting | undefined,
  gates: ReadonlyMap<string, boolean>,
): FlagContext {
  const value = (name: string): unknown => settingOf(name)?.value
  const words = { cluster, kubernetes }[options.dialect]
  return {
    value,
    isSet: name => (settingOf(name)?.from ?? 'default') !== 'default',
    isOn: gate => gates.get(gate) ?? false,
    mode: (value('clusterconfig') ?? '') === '' ? 'standalone' : 'apiServer',
    platform: options.platform ?? 'linux',
    dialect: options.dialect,
    apiDomain: options.apiDomain ?? words.apiDomain,
    host: options.host ?? {},
  }
}

type Around = {
  readonly seen: FlagContext
  readonly rows: ReadonlyMap<string, Flag>
  readonly settingOf: (name: string) => FlagSetting | undefined
}

function ruleFindings(rule: FlagRule, { seen, rows, settingOf }: Around): FlagFinding[] {
  const setting = settingOf(rule.flag)
  const { onlyIn = seen.dialect, requirement, severity, type } = rule
  if (!setting || setting.isBroken || onlyIn !== seen.dialect) return []
  if (rule.holds(setting.value, seen)) return []
  const { value } = setting
  const message =
    typeof rule.description === 'string' ? rule.description : rule.description(value, seen)
  const quotes = type === 'Invalid value' && value !== undefined
  const shown = typeof value === 'number' ? String(value) : quote(textOf(value))
  return [
    {
      severity,
      flag: `--${setting.row.name}`,
      type,
      detail:
        (quotes ? `${shown}: ` : '') + translateFlagNames(message, rows) + originSuffix(setting),
      requirement,
    },
  ]
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/**
 * Returns the effective values: 0 may stand for the default, and a flag may default to another
 * flag.
 */
function effective(
  settings: Iterable<FlagSetting>,
  settingOf: (name: string) => FlagSetting | undefined,
): CheckedFlags['values'] {
  const values = [...settings].map(({ row, value, from }) => {
    const isZero = value === 0 && row.zeroIsDefault !== undefined
    const isOther = from === 'default' && row.defaultFrom !== undefined
    const other = isOther ? settingOf(row.defaultFrom ?? '')?.value : undefined
    return [row.name, isZero ? row.default : (other ?? value)] as const
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** Maps the names of flags in other dialects to their names in this one. */
function otherNames(
  table: readonly Flag[],
  rows: ReadonlyMap<string, Flag>,
): ReadonlyMap<string, string> {
  const pairs = table.flatMap(({ name, kubernetes: own }) => {
    const here = rows.get(name)?.name
    return here === undefined ? [] : [name, own?.name ?? name].map(other => [other, here] as const)
  })
  return new Map(pairs.filter(([other, here]) => other !== here))
}
