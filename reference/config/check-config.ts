// Checks configuration files. It is pure and reports all faults, not just the first one.

import { cluster } from '../dialects/cluster.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { migrationFindings } from './controller-manager/migration-findings.ts'
import { pluginFindings } from './admission/plugin-files.ts'
import {
  type DocumentResult,
  checkDocument,
  type RecognizedDocument,
  type CheckContext,
  type CheckedDocument,
  type ConfigFile,
} from './check-document.ts'
import { kindApiVersion, groupsOfKinds } from './find-kind.ts'
import type { ConfigFinding } from './config-finding.ts'
import { readConfig, type UnreadablePart } from './reading/read-config.ts'
import type { DialectName } from '../api/dialect.ts'
import type { ClusterSettings, FileLookup } from './config-rules.ts'
import type { ConfigKinds } from './config-kind.ts'

/** The settings of a configuration check. */
export type CheckOptions = {
  readonly kinds: ConfigKinds
  readonly dialect: DialectName
  /** Defaults to `cluster.example` or `k8s.io`, depending on the dialect. */
  readonly apiDomain?: string
  /** Fills in required fields that have a default. Always on in `kubernetes`. */
  readonly fillsRequiredDefaults?: boolean
  readonly gates?: { readonly [name: string]: boolean }
  readonly clusterSettings?: ClusterSettings
  /** Looks up paths on the machine that the files are for. If absent, paths are not looked up. */
  readonly lookUpFile?: FileLookup
}

/** The documents of all checked files, and the findings about them. */
export type ConfigFilesResult = {
  readonly documents: readonly CheckedDocument[]
  /** Sorted by file, and by position in each file. */
  readonly findings: readonly ConfigFinding[]
}

/** Checks files one by one, and then rules that compare documents of several files. */
export function checkConfig(
  files: readonly ConfigFile[],
  options: CheckOptions,
): ConfigFilesResult {
  const setting = settingOf(options)
  const checked = files.map(file => checkFile(file, setting))
  const known = checked.flatMap(({ ones }) => ones.flatMap(one => one.recognized ?? []))
  const across = [...pluginFindings(known, files, setting), ...migrationFindings(known)]
  return {
    documents: known.map(document => checkedDocument(document, setting.apiDomain)),
    findings: files.flatMap(({ name }, index) => {
      const { ones = [], unreadable = [] } = checked[index] ?? {}
      const own = [...unreadable, ...ones.flatMap(({ findings }) => findings)]
      return inOrder([...own, ...across.filter(({ file }) => file === name)])
    }),
  }
}

const domains = { cluster: cluster.apiDomain, kubernetes: kubernetes.apiDomain }

const settingOf = (options: CheckOptions): CheckContext => ({
  kinds: options.kinds,
  dialect: options.dialect,
  apiDomain: options.apiDomain ?? domains[options.dialect],
  fillsRequiredDefaults: options.fillsRequiredDefaults ?? options.dialect === 'kubernetes',
  gates: options.gates ?? {},
  clusterSettings: options.clusterSettings ?? {},
  lookUpFile: options.lookUpFile,
})

type CheckedFile = {
  readonly ones: readonly DocumentResult[]
  readonly unreadable: readonly ConfigFinding[]
}

function checkFile({ name, bytes, isGathered }: ConfigFile, setting: CheckContext): CheckedFile {
  const { documents, unreadable } = readConfig(bytes)
  const ones = documents.map(read => checkDocument({ file: name, read }, setting))
  const faults = unreadable.map(fault => unreadableFinding(name, fault))
  if (!isGathered) return { ones, unreadable: faults }
  const isOther = !namesOurs(bytes, setting)
  return {
    ones: ones.map(one =>
      (one.isForeign ?? isOther) ? { findings: asWarnings(one.findings) } : one,
    ),
    unreadable: isOther ? asWarnings(faults) : faults,
  }
}

/**
 * Whether one of the known API groups occurs in a file. This also works for files that cannot be
 * parsed.
 */
function namesOurs(bytes: Buffer, { kinds, apiDomain }: CheckContext): boolean {
  const text = bytes.toString('latin1')
  return [...groupsOfKinds(kinds, { apiDomain })].some(group => text.includes(`${group}/`))
}

const asWarnings = (findings: readonly ConfigFinding[]): ConfigFinding[] =>
  findings.map(finding => ({ ...finding, severity: 'warning' }))

const unreadableFinding = (
  file: string,
  { line, column, fault }: UnreadablePart,
): ConfigFinding => ({
  severity: 'error',
  file,
  line,
  column,
  path: '',
  type: 'unreadable',
  detail: fault,
})

const checkedDocument = (
  { file, read, kind, filled }: RecognizedDocument,
  apiDomain: string,
): CheckedDocument => ({
  file,
  line: read.start.line,
  apiVersion: kindApiVersion(kind, apiDomain),
  kind: kind.kind,
  defaulted: filled,
})

const inOrder = (findings: readonly ConfigFinding[]): ConfigFinding[] =>
  findings.toSorted((a, b) => a.line - b.line || a.column - b.column)
