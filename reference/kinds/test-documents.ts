// For the tests of kinds: a good document, changed in one place, and what a checker says of it.

import { checkConfig, type CheckOptions } from './check.ts'
import { kinds } from './kinds.ts'
import type { DialectName } from './rules.ts'

/** Changes by path, such as `jwt.0.issuer.url`; undefined takes the member away. */
export type Edits = { readonly [path: string]: unknown }

export function edited(document: object, edits: Edits): object {
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

type Beside = Partial<Omit<CheckOptions, 'kinds' | 'dialect'>>

/** What is found in a document: path and row, or the type where no row is behind it. */
export function found(document: object | string, dialect: DialectName, beside: Beside = {}) {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const { findings } = checkConfig([{ name: 'config', bytes: Buffer.from(text) }], {
    kinds,
    dialect,
    ...beside,
  })
  return findings.map(({ path, by, type }) => `${path} ${by ?? type}`)
}

export function defaulted(document: object, dialect: DialectName): unknown {
  const bytes = Buffer.from(JSON.stringify(document))
  return checkConfig([{ name: 'config', bytes }], { kinds, dialect }).documents[0]?.defaulted
}
