// Implements `touchstone validate` and `touchstone explain KIND` for configuration kinds.

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readRegularFile, tryFileSystem } from '../flags/read-regular-file.ts'
import { writeYaml } from '../../codecs/yaml-writer.ts'
import { cluster } from '../../dialects/cluster.ts'
import { kubernetes } from '../../dialects/kubernetes.ts'
import { pluginFilesOf } from '../admission/plugin-files.ts'
import { type ConfigFilesResult, checkConfig } from '../check-config.ts'
import { type KindExplanation, explainField } from '../explain-kind.ts'
import { type ConfigFinding, findingMessage } from '../config-finding.ts'
import { configKinds } from '../config-kinds.ts'
import type { DialectName } from '../../api/dialect.ts'
import type { FileLookup } from '../config-rules.ts'
import { type EffectiveFlags, readCommandLines } from './read-command-lines.ts'
import { gateFindings } from './gate-findings.ts'
import { openInputs, type UnopenedInput } from './open-inputs.ts'
import type { ConfigFile } from '../check-document.ts'
import { writeJson } from '../../lib/write-json.ts'

export type { ConfigFinding } from '../config-finding.ts'

export type ValidateOptions = {
  readonly dialect: DialectName
  readonly apiDomain?: string
  readonly fillsRequiredDefaults?: boolean
  readonly gates?: { readonly [name: string]: boolean }
  /** Command lines such as `nodeagent --max-pods=10`. */
  readonly flags: readonly string[]
  /** Files that configurations name must exist on this machine. */
  readonly looksUpFiles?: boolean
  readonly standardInput: AsyncIterable<Buffer | string>
}

export type ValidateResult = Pick<ConfigFilesResult, 'documents'> & {
  readonly findings: readonly ConfigFinding[]
  readonly fileCount: number
  /** Whether a file could not be opened. */
  readonly hasUnopened: boolean
  /** The effective flags of each agent command line. */
  readonly effective: readonly EffectiveFlags[]
}

/** Checks the named files. Returns a `problem` if a command line cannot be parsed. */
export async function validate(
  named: readonly string[],
  options: ValidateOptions,
): Promise<ValidateResult | { readonly problem: string }> {
  const lines = readCommandLines(options.flags, {
    dialect: options.dialect,
    ...(options.gates ? { gates: options.gates } : {}),
    ...(options.looksUpFiles ? {} : { isElsewhere: true }),
  })
  if ('problem' in lines) return lines
  const inputs = await openInputs(named, options.standardInput)
  const { documents, findings, unread } = checkedWithPlugins(inputs.files, files =>
    checkConfig(files, {
      kinds: configKinds,
      dialect: options.dialect,
      clusterSettings: lines.clusterSettings,
      ...(options.apiDomain === undefined ? {} : { apiDomain: options.apiDomain }),
      ...(options.fillsRequiredDefaults ? { fillsRequiredDefaults: true } : {}),
      ...(options.gates ? { gates: options.gates } : {}),
      ...(options.looksUpFiles ? { lookUpFile } : {}),
    }),
  )
  // Without `looksUpFiles`, plug-in files need not be on this machine. One that cannot be read is
  // not checked, so it is a warning.
  const severity = options.looksUpFiles ? 'error' : 'warning'
  return {
    documents,
    findings: [
      ...gateFindings(options.gates ?? {}, options.dialect),
      ...lines.findings,
      ...inputs.unopened.map(one => unopenedFinding(one, 'error')),
      ...unread.map(one => unopenedFinding(one, severity)),
      ...findings,
    ],
    fileCount: inputs.files.length,
    hasUnopened: inputs.unopened.length > 0 || (severity === 'error' && unread.length > 0),
    effective: lines.effective,
  }
}

/** Checks files together with the plug-in configuration files that they name, if these exist. */
function checkedWithPlugins(
  files: readonly ConfigFile[],
  check: (files: readonly ConfigFile[]) => ConfigFilesResult,
): ConfigFilesResult & { readonly unread: readonly UnopenedInput[] } {
  const checked = check(files)
  const known = new Set(files.map(({ name }) => resolve(name)))
  const more = new Map(pluginFilesOf(checked.documents).map(name => [resolve(name), name]))
  const opened = [...more]
    .filter(([full, name]) => !known.has(full) && isThere(lookUpFile(name)))
    .map(([, name]) => ({ name, ...readRegularFile(name) }))
  const read = opened.flatMap(one => ('fault' in one ? [] : [one]))
  const unread = opened.flatMap(one => ('fault' in one ? [one] : []))
  return { ...(read.length > 0 ? check([...files, ...read]) : checked), unread }
}

const isThere = (seen: ReturnType<FileLookup>): boolean => seen !== 'absent' && seen !== 'other'

/** Error codes for paths that do not or cannot exist. */
const absences: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ENAMETOOLONG',
  'ERR_INVALID_ARG_VALUE',
])

const lookUpFile: FileLookup = path => {
  const stats = tryFileSystem(() => statSync(path))
  if ('value' in stats) return stats.value.isFile() ? 'file' : 'other'
  return absences.has(stats.code) ? 'absent' : { fault: stats.fault }
}

const unopenedFinding = (
  { name, fault }: UnopenedInput,
  severity: ConfigFinding['severity'],
): ConfigFinding => ({
  severity,
  file: name,
  line: 1,
  column: 1,
  path: '',
  type: 'unreadable',
  detail: fault,
})

/** Formats one line: `FILE:LINE:COLUMN path: Type: detail (ROW)`. */
function lineOf(finding: ConfigFinding): string {
  const { file, line, column, severity, requirement } = finding
  const row = requirement === undefined || requirement === 'de facto' ? '' : ` (${requirement})`
  const warning = severity === 'warning' ? 'warning: ' : ''
  return `${file}:${line}:${column} ${warning}${findingMessage(finding)}${row}`
}

/** Formats the documents with defaults, and the effective flags of command lines, as YAML. */
const defaultedText = ({ documents, effective }: ValidateResult): string =>
  [...documents.map(({ defaulted }) => writeYaml(defaulted)), ...effective.map(effectiveText)].join(
    '---\n',
  )

/** Formats one flag with its value per line, followed by the origin of the value. */
const effectiveText = ({ line, values, from }: EffectiveFlags): string =>
  [
    `# ${line.replaceAll(/\s+/g, ' ')}\n`,
    ...Object.entries(values).map(([name, value]) =>
      writeYaml({ [name]: value }).replace('\n', ` # ${from[name]}\n`),
    ),
  ].join('')

/** Formats the result as one line of JSON. Documents are included if defaults were requested. */
function jsonText(validated: ValidateResult, hasDefaults: boolean): string {
  const documents = validated.documents.map(({ defaulted, ...document }) =>
    hasDefaults ? { ...document, defaulted } : document,
  )
  const { findings, effective } = validated
  const values = effective.map(one => one.values)
  const from = effective.map(one => one.from)
  return `${writeJson({ documents, findings, values, from }).toString()}\n`
}

/** Functions that format a result as text. */
export const formatResult = { lineOf, defaultedText, jsonText }

/** Returns lines about `KIND` or `KIND.field.path`, or why there are none. */
export function explainKind(
  asked: string,
  { dialect, apiDomain }: { readonly dialect: DialectName; readonly apiDomain?: string },
): KindExplanation {
  const words = { cluster, kubernetes }[dialect]
  return explainField(configKinds, asked, { dialect, apiDomain: apiDomain ?? words.apiDomain })
}
