// Digests of the code on which a result or a proof is based.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Returns the source in a file, or undefined if there is none. */
export type SourceReader = (file: string) => Source | undefined

type Source = { readonly code: string; readonly imports: readonly string[] }

/** Reads each file once, for digests of sources that do not change meanwhile. */
export function createSourceReader(): SourceReader {
  const known = new Map<string, Source | undefined>()
  return file => {
    if (!known.has(file)) known.set(file, readSource(file))
    return known.get(file)
  }
}

function readSource(file: string): Source | undefined {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const imported = text.matchAll(/from '(\.[^']+)'/g)
  const imports = Array.from(imported, ([, path = '']) => join(dirname(file), path))
  return { code: codeOf(text), imports }
}

/**
 * Computes a digest of these files and of the files that they import, as far as `isCounted` matches
 * the path from the root of the project: 16 hex digits. Only what can change a result counts.
 * Comments on separate lines, white space, imports and file names do not count, so that code can be
 * moved; nor do the descriptions of mutants (`breaks`). `''` if there are no sources, as in an
 * installed package.
 */
export function sourceDigest(
  files: string[],
  isCounted: RegExp,
  read: SourceReader = createSourceReader(),
): string {
  const codes = new Map<string, string>()
  const add = (file: string) => {
    if (codes.has(file) || !isCounted.test(relative(root, file))) return
    const source = read(file)
    if (!source) return
    codes.set(file, source.code)
    source.imports.forEach(add)
  }
  files.forEach(add)
  if (codes.size === 0) return ''
  const hash = createHash('sha256')
  for (const code of [...codes.values()].toSorted()) hash.update(code).update('\n')
  return hash.digest('hex').slice(0, 16)
}

/** A source without imports, comments on separate lines, descriptions and white space. */
export const codeOf = (text: string): string =>
  text
    .replaceAll(/\bbreaks:\s*(?:'(?:[^'\\\n]|\\.)*'|`[^`$]*`|"[^"\n]*")/g, 'breaks')
    .replaceAll(/^(?:import|export)\b[^'"=]*?\bfrom '[^']+'$|^import '[^']+'$/gm, '')
    .split('\n')
    .filter(line => !/^\s*(\/\/|\/\*|\*)/.test(line))
    .join('')
    .replaceAll(/\s+/g, '')
