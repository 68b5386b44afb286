// Helpers for the tests of kinds: a valid document, edits to it, and the findings of the checker.

import { checkConfig, type ConfigFilesResult, type CheckOptions } from './check-config.ts'
import { findingMessage } from './config-finding.ts'
import { configKinds } from './config-kinds.ts'
import type { DialectName } from '../api/dialect.ts'

/** Edits by path, such as `jwt.0.issuer.url`. Undefined removes the member. */
export type DocumentEdits = { readonly [path: string]: unknown }

export function editDocument(document: object, edits: DocumentEdits): object {
  const copy = structuredClone(document)
  for (const [path, value] of Object.entries(edits)) {
    const parts = path.split('.')
    const last = parts.pop() ?? ''
    const holder = parts.reduce<Record<string, unknown>>(
      (held, part) => held[part] as Record<string, unknown>,
      copy as Record<string, unknown>,
    )
    if (value === undefined) delete holder[last]
    else holder[last] = value
  }
  return copy
}

type TestOptions = Partial<Omit<CheckOptions, 'kinds' | 'dialect'>>

/** Returns the path and requirement of each finding, or the type if no requirement is behind it. */
export const findingsIn = (
  document: object | string,
  dialect: DialectName,
  options: TestOptions = {},
) =>
  checked(document, dialect, options).findings.map(
    ({ path, requirement, type }) => `${path} ${requirement ?? type}`,
  )

/** Returns the paths of errors, without warnings. */
export const errorPaths = (document: object, dialect: DialectName): string[] =>
  checked(document, dialect, {})
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ path }) => path)

/** Returns the messages of all findings in the dialect `cluster`. */
export const messagesFor = (document: object | string): string =>
  checked(document, 'cluster', {}).findings.map(findingMessage).join('\n')

/** Returns the document with all defaults filled in. */
export const defaultedDocument = (
  document: object,
  dialect: DialectName,
  options: TestOptions = {},
): unknown => checked(document, dialect, options).documents[0]?.defaulted

function checked(
  document: object | string,
  dialect: DialectName,
  options: TestOptions,
): ConfigFilesResult {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const files = [{ name: 'config', bytes: Buffer.from(text) }]
  return checkConfig(files, { kinds: configKinds, dialect, ...options })
}
