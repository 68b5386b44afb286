// Checks one document by itself.

import { isJsonObject, type JsonObject } from '../api/object.ts'
import { findKind } from './find-kind.ts'
import { detailText, type Finding, pathText } from './finding.ts'
import type { ReadDocument } from './reading/read-config.ts'
import type { Context } from './rules.ts'
import type { Kind, Kinds } from './vocabulary.ts'
import { type Found, walked } from './walk.ts'

/** What is known beside the documents. */
export type Setting = Context & { readonly kinds: Kinds }

export type DocumentOf = { readonly file: string; readonly read: ReadDocument }

/** A document whose kind there is, with all that was left out. */
export type Recognized = DocumentOf & { readonly kind: Kind; readonly filled: JsonObject }

export type CheckedOne = {
  readonly recognized?: Recognized
  readonly findings: readonly Finding[]
  /** Whether it is no configuration at all; absent where nobody can tell. */
  readonly isForeign?: boolean
}

export function checkDocument(document: DocumentOf, setting: Setting): CheckedOne {
  const { value } = document.read
  if (!isJsonObject(value)) {
    const detail = 'expected an object with apiVersion and kind'
    const findings = [finding({ path: [], type: 'Invalid value', detail }, document)]
    return { findings, isForeign: true }
  }
  const twice = repeated(document, 'error').filter(({ path }) => Object.hasOwn(typeMembers, path))
  if (twice.length > 0) return { findings: twice.map(one => ({ ...one, detail: lacksLine })) }
  const kind = findKind(setting.kinds, value, setting)
  if ('type' in kind) {
    const { at = [], standing, ...fault } = kind
    const severity = standing === 'unshown' ? 'warning' : 'error'
    const wrong = finding({ ...fault, path: at, severity }, document)
    return {
      findings: [...repeated(document, severity), wrong],
      isForeign: standing === 'foreign',
    }
  }
  const { found, filled } = walked(kind, value, setting)
  return {
    recognized: { ...document, kind, filled },
    isForeign: false,
    findings: [
      ...repeated(document, kind.strict ? 'error' : 'warning'),
      ...found.map(one => finding(one, document)),
    ],
  }
}

const typeMembers = { apiVersion: true, kind: true }
// Nobody can say which of two kinds is meant, nor which of the fields belong to it.
const lacksLine = 'two documents without a line --- between them?'

function repeated(document: DocumentOf, severity: Finding['severity']): Finding[] {
  return document.read.repeated.map(({ path, line, column }) => ({
    ...finding({ path, type: 'duplicate field', severity }, document),
    line,
    column,
  }))
}

type Told = Omit<Found, 'severity'> & Partial<Pick<Found, 'severity'>>

/** A fault in a document as people are told of it. */
export function finding(
  { path, value, detail, severity = 'error', type, by }: Told,
  { file, read }: DocumentOf,
): Finding {
  return {
    severity,
    file,
    ...read.spotOf(path),
    path: pathText(path),
    type,
    detail: detailText(value, detail),
    ...(by === undefined ? {} : { by }),
  }
}
