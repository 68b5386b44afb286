// Reads a configuration document from the text of a file.

import type { Dialect } from '../api/dialect.ts'
import type { JsonObject } from '../api/object.ts'
import { checkConfig, type CheckOptions } from '../config/check-config.ts'
import type { ConfigKinds } from '../config/config-kind.ts'

/** What a file is checked against. */
export type ConfigFileOptions = Pick<CheckOptions, 'clusterSettings' | 'gates'> & {
  /** The flag that names the file, for errors. */
  readonly flag: string
  /** The name of the file in errors. */
  readonly name: string
  readonly kinds: ConfigKinds
  readonly dialect: Pick<Dialect, 'name' | 'apiDomain'>
}

/**
 * Returns the one document of a file, which must be of a kind, with its defaults.
 * @throws Error with each fault, its place and the expected value
 */
export function readConfigDocument(
  text: string,
  kind: string,
  { flag, name, kinds, dialect, clusterSettings, gates }: ConfigFileOptions,
): JsonObject {
  const { documents, findings } = checkConfig([{ name, bytes: Buffer.from(text) }], {
    kinds,
    dialect: dialect.name,
    apiDomain: dialect.apiDomain,
    ...(clusterSettings && { clusterSettings }),
    ...(gates && { gates }),
  })
  const faults = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ line, column, path, detail }) => `${name}:${line}:${column} ${path}: ${detail}`)
  if (faults.length > 0)
    throw new Error(`${flag}: expected a valid ${kind}, got faults:\n${faults.join('\n')}`)
  const [document] = documents.filter(one => one.kind === kind)
  if (document && documents.length === 1) return document.defaulted
  const got = documents.map(one => one.kind).join(', ') || 'none'
  throw new Error(`${flag}: ${name}: expected one ${kind}, got ${got}`)
}
