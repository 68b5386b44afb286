// Checks configuration files: pure, all faults and not just the first.

import { isJsonObject, type JsonObject } from '../api/object.ts'
import { cluster } from '../dialects/cluster.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { findKind } from './find-kind.ts'
import { detailText, type Finding, pathText } from './finding.ts'
import type { ReadDocument } from './reading/read-config.ts'
import { readConfig } from './reading/read-config.ts'
import type { Beside, Context, DialectName, Look } from './rules.ts'
import type { Kinds } from './vocabulary.ts'
import { type Found, walked } from './walk.ts'

export type ConfigFile = { readonly name: string; readonly bytes: Buffer }

export type CheckOptions = {
  readonly kinds: Kinds
  readonly dialect: DialectName
  /** `cluster.example` or `k8s.io` when absent. */
  readonly apiDomain?: string
  /** Fills in fields with a default even where all are required; always so in `kubernetes`. */
  readonly lenient?: boolean
  readonly gates?: { readonly [name: string]: boolean }
  readonly beside?: Beside
  /** What stands on the machine that the files are for; nobody looks when absent. */
  readonly look?: Look
}

export type CheckedDocument = {
  readonly file: string
  readonly line: number
  readonly apiVersion: string
  readonly kind: string
  /** The document with everything that was left out. */
  readonly defaulted: JsonObject
}

export type Checked = {
  readonly documents: readonly CheckedDocument[]
  readonly findings: readonly Finding[]
}

export function checkConfig(files: readonly ConfigFile[], options: CheckOptions): Checked {
  const checked = files.map(file => checkFile(file, options))
  return {
    documents: checked.flatMap(({ documents }) => documents),
    findings: checked.flatMap(({ findings }) => findings),
  }
}

function checkFile({ name: file, bytes }: ConfigFile, options: CheckOptions): Checked {
  const { documents, unreadable } = readConfig(bytes)
  const checked = documents.map(document => checkDocument(file, document, options))
  const findings = [
    ...unreadable.map(
      ({ line, column, fault }): Finding => ({
        severity: 'error',
        file,
        line,
        column,
        path: '',
        type: 'unreadable',
        detail: fault,
      }),
    ),
    ...checked.flatMap(one => one.findings),
  ]
  return {
    documents: checked.flatMap(one => one.documents),
    findings: findings.toSorted((a, b) => a.line - b.line || a.column - b.column),
  }
}

const domains = { cluster: cluster.apiDomain, kubernetes: kubernetes.apiDomain }

function checkDocument(file: string, document: ReadDocument, options: CheckOptions): Checked {
  const { value, start } = document
  const { dialect, apiDomain = domains[dialect] } = options
  const told = (found: Found): Finding => findingOf(found, file, document)
  if (!isJsonObject(value)) {
    const detail = 'expected an object with apiVersion and kind'
    const found = { path: [], type: 'Invalid value', detail, severity: 'error' } as const
    return { documents: [], findings: [told(found)] }
  }
  const kind = findKind(options.kinds, value, { dialect, apiDomain })
  const isLenient = 'strict' in kind && !kind.strict
  const repeated = document.repeated.map(
    ({ path, line, column }): Finding => ({
      ...told({ path, type: 'duplicate field', severity: isLenient ? 'warning' : 'error' }),
      line,
      column,
    }),
  )
  if ('type' in kind) {
    const { at = [], ...fault } = kind
    const findings = [...repeated, told({ ...fault, path: at, severity: 'error' })]
    return { documents: [], findings }
  }
  const { found, filled } = walked(kind, value, contextOf(options, apiDomain, kind.version))
  const apiVersion = String(value['apiVersion'])
  return {
    documents: [{ file, line: start.line, apiVersion, kind: kind.kind, defaulted: filled }],
    findings: [...repeated, ...found.map(told)],
  }
}

const contextOf = (options: CheckOptions, apiDomain: string, version: string): Context => ({
  dialect: options.dialect,
  apiDomain,
  version,
  lenient: options.lenient ?? options.dialect === 'kubernetes',
  gates: options.gates ?? {},
  beside: options.beside ?? {},
  look: options.look,
})

function findingOf(
  { path, value, detail, ...rest }: Found,
  file: string,
  at: ReadDocument,
): Finding {
  const { severity, type, by } = rest
  return {
    severity,
    file,
    ...at.spotOf(path),
    path: pathText(path),
    type,
    detail: detailText(value, detail),
    ...(by === undefined ? {} : { by }),
  }
}
