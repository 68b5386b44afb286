// Reads the files of --config and --config-dir (AGENT-158, AGENT-159).

import { readdirSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { type JsonObject, isJsonObject } from '../../api/object.ts'
import { quote } from '../../api/quote.ts'
import { cluster } from '../../dialects/cluster.ts'
import { kubernetes } from '../../dialects/kubernetes.ts'
import { findKind } from '../find-kind.ts'
import { configPathText } from '../config-finding.ts'
import { configKinds } from '../config-kinds.ts'
import { memberAt } from '../evaluate-rule.ts'
import { type PositionedDocument, readConfig } from '../reading/read-config.ts'
import type { ValuePath } from '../config-rules.ts'
import { unknownFieldMessage } from './config-fields.ts'
import type { DialectName } from '../../api/dialect.ts'
import type { FindingType, FlagFinding, Severity } from './flag.ts'
import { readRegularFile, tryFileSystem } from './read-regular-file.ts'

/** The configuration objects that a command line names, and the findings about their files. */
export type ConfigFiles = {
  /** In the order in which they are merged. */
  readonly configs: readonly JsonObject[]
  readonly findings: readonly FlagFinding[]
}

type ConfigFlag = '--config' | '--config-dir'
type Place = { readonly flag: ConfigFlag; readonly file: string; readonly dialect: DialectName }

/** Reads the files that the two flags name. A file that cannot be read is a finding of its flag. */
export function readConfigFiles(
  { config, 'config-dir': directory }: { readonly [name: string]: unknown },
  dialect: DialectName,
): ConfigFiles {
  const initial = isNamed(config) ? [fromFile({ flag: '--config', file: config, dialect })] : []
  const files = [...initial, ...(isNamed(directory) ? dropIns(directory, dialect) : [])]
  return {
    configs: files.flatMap(one => one.configs),
    findings: files.flatMap(one => one.findings),
  }
}

const isNamed = (path: unknown): path is string => typeof path === 'string' && path !== ''

// De facto: files are sorted by name, the files in a folder come before files that sort after the
// folder, and files with other extensions are ignored.
function dropIns(directory: string, dialect: DialectName): ConfigFiles[] {
  const flag = '--config-dir'
  const held = tryFileSystem(() => readdirSync(directory, { recursive: true, withFileTypes: true }))
  if ('fault' in held) return [refused({ flag, file: directory, dialect }, held.fault)]
  return held.value
    .filter(entry => entry.name.endsWith('.conf') && !entry.isDirectory())
    .map(({ parentPath, name }) => ({ flag, file: join(parentPath, name), dialect }) as const)
    .toSorted((a, b) => (inWalk(a) < inWalk(b) ? -1 : 1))
    .map(fromFile)
}

const inWalk = ({ file }: Place): string => file.replaceAll(sep, '\0')

function fromFile(place: Place): ConfigFiles {
  const opened = readRegularFile(place.file)
  if ('fault' in opened) return refused(place, opened.fault)
  const { documents, unreadable } = readConfig(opened.bytes)
  const [fault] = unreadable
  if (fault) return refused(place, `line ${fault.line}, column ${fault.column}: ${fault.fault}`)
  const [document] = documents
  if (!document || documents.length > 1) {
    return refused(place, `expected one document, got ${documents.length}`)
  }
  const { value } = document
  if (!isJsonObject(value)) return refused(place, 'expected an object')
  const other = otherKind(value, place.dialect)
  if (other !== undefined) return refused(place, other)
  return {
    configs: [place.flag === '--config' ? resolved(value, dirname(place.file)) : value],
    findings: [...repeated(document, place), ...unknown(document, place)],
  }
}

const pathFields: readonly ValuePath[] = [
  ['staticPodPath'],
  ['authentication', 'x509', 'clientCAFile'],
  ['tlsCertFile'],
  ['tlsPrivateKeyFile'],
  ['resolvConf'],
  ['volumePluginDir'],
  ['podLogsDir'],
]

/** De facto: relative paths in the first file are resolved against its directory. */
function resolved(config: JsonObject, directory: string): JsonObject {
  const copy = structuredClone(config)
  for (const field of pathFields) {
    const holder = memberAt(copy, field.slice(0, -1))
    const name = String(field.at(-1))
    const path = isJsonObject(holder) ? holder[name] : undefined
    if (isJsonObject(holder) && isNamed(path)) holder[name] = resolve(directory, path)
  }
  return copy
}

/** Returns the fault in the kind of a document that should be the agent's configuration. */
function otherKind(config: JsonObject, dialect: DialectName): string | undefined {
  const { apiVersion, kind } = config
  const got = `got ${quote(String(kind ?? ''))} of ${quote(String(apiVersion ?? ''))}`
  if (dialect === 'kubernetes') {
    const isOurs = apiVersion === genuine.apiVersion && kind === genuine.kind
    return isOurs ? undefined : `expected ${genuine.kind} of ${genuine.apiVersion}, ${got}`
  }
  // The specification does not name the kind of this configuration. Only documents of other known
  // kinds are refused.
  const { apiDomain } = { cluster, kubernetes }[dialect]
  const isOther = !('type' in findKind(configKinds, config, { dialect, apiDomain }))
  return isOther ? `expected the configuration of a node agent, ${got}` : undefined
}

const genuine = { apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration' }

function repeated(document: PositionedDocument, place: Place): FlagFinding[] {
  // Genuine agents fall back to a tolerant second reading for the first file, but not for drop-in
  // files.
  const isRefused = place.dialect === 'kubernetes' && place.flag === '--config-dir'
  const [severity, type] = isRefused
    ? (['error', 'Invalid value'] as const)
    : (['warning', 'Repeated'] as const)
  return document.repeated.map(({ path, line }) => {
    const detail = `line ${line}: ${configPathText(path)}: duplicate field; the last one applies`
    return finding(place, { severity, type, detail })
  })
}

// Genuine agents also warn of unknown members.
const unknown = ({ value, spotOf }: PositionedDocument, place: Place): FlagFinding[] =>
  Object.keys(value as JsonObject).flatMap(name => {
    const message = unknownFieldMessage(name)
    if (message === undefined) return []
    const detail = `line ${spotOf([name]).line}: ${configPathText([name])}: ${message}`
    return [finding(place, { severity: 'warning', type: 'Ignored', detail })]
  })

const refused = (place: Place, detail: string): ConfigFiles => ({
  configs: [],
  findings: [finding(place, { severity: 'error', type: 'Invalid value', detail })],
})

const finding = (
  { flag, file }: Place,
  { detail, ...rest }: { severity: Severity; type: FindingType; detail: string },
): FlagFinding => ({ ...rest, flag, detail: `${quote(file)}: ${detail}` })
