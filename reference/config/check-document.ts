// Checks one document without regard to others.

import { isJsonObject, type JsonObject } from '../api/object.ts'
import { findKind } from './find-kind.ts'
import { detailText, type ConfigFinding, configPathText } from './config-finding.ts'
import type { PositionedDocument } from './reading/read-config.ts'
import type { RuleContext } from './config-rules.ts'
import type { ConfigKind, ConfigKinds } from './config-kind.ts'
import { type LocatedFault, validateAndDefault } from './validate-and-default.ts'

/** A document of a known kind in the result of a check. */
export type CheckedDocument = {
  readonly file: string
  readonly line: number
  readonly apiVersion: string
  readonly kind: string
  /** The document with all defaults filled in. */
  readonly defaulted: JsonObject
}

/** A configuration file as bytes. */
export type ConfigFile = {
  readonly name: string
  readonly bytes: Buffer
  /**
   * The file was found in a directory, which may also contain documents that are not configuration.
   */
  readonly isGathered?: true
}

/** The context of a check: settings and known kinds. */
export type CheckContext = RuleContext & { readonly kinds: ConfigKinds }

export type SourceDocument = { readonly file: string; readonly read: PositionedDocument }

/** A document of a known kind, with its defaults filled in. */
export type RecognizedDocument = SourceDocument & {
  readonly kind: ConfigKind
  readonly filled: JsonObject
}

/** The result of checking one document. */
export type DocumentResult = {
  readonly recognized?: RecognizedDocument
  readonly findings: readonly ConfigFinding[]
  /** Whether the document is no configuration of this project. Absent if unknown. */
  readonly isForeign?: boolean
}

/** Finds the kind of a document, checks it and fills in its defaults. */
export function checkDocument(document: SourceDocument, setting: CheckContext): DocumentResult {
  const { value } = document.read
  if (!isJsonObject(value)) {
    const detail = 'expected an object with apiVersion and kind'
    const findings = [configFindingOf({ path: [], type: 'Invalid value', detail }, document)]
    return { findings, isForeign: true }
  }
  const twice = repeated(document, 'error').filter(({ path }) => Object.hasOwn(typeMembers, path))
  if (twice.length > 0) return { findings: twice.map(one => ({ ...one, detail: lacksLine })) }
  const kind = findKind(setting.kinds, value, setting)
  if ('type' in kind) {
    const { path = [], classification, ...fault } = kind
    const severity = classification === 'unshown' ? 'warning' : 'error'
    const wrong = configFindingOf({ ...fault, path, severity }, document)
    return {
      findings: [...repeated(document, severity), wrong],
      isForeign: classification === 'foreign',
    }
  }
  const { found, filled } = validateAndDefault(kind, value, setting)
  return {
    recognized: { ...document, kind, filled },
    isForeign: false,
    findings: [
      ...repeated(document, kind.strict ? 'error' : 'warning'),
      ...found.map(one => configFindingOf(one, document)),
    ],
  }
}

const typeMembers = { apiVersion: true, kind: true }
// With two kinds it is ambiguous which one is meant and which fields belong to it.
const lacksLine = 'two documents without a line --- between them?'

function repeated(document: SourceDocument, severity: ConfigFinding['severity']): ConfigFinding[] {
  return document.read.repeated.map(({ path, line, column }) => ({
    ...configFindingOf({ path, type: 'duplicate field', severity }, document),
    line,
    column,
  }))
}

type ReportedFault = Omit<LocatedFault, 'severity'> & Partial<Pick<LocatedFault, 'severity'>>

/** Converts a fault in a document to a finding. */
export function configFindingOf(
  { path, value, detail, severity = 'error', type, requirement }: ReportedFault,
  { file, read }: SourceDocument,
): ConfigFinding {
  return {
    severity,
    file,
    ...read.spotOf(path),
    path: configPathText(path),
    type,
    detail: detailText(value, detail),
    ...(requirement === undefined ? {} : { requirement }),
  }
}
