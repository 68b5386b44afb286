// Digests of the code on which a result or a proof is based.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * Computes a digest of these files and of the files that they import, as far as `isCounted` matches
 * the path from the root of the project: 16 hex digits. Only what can change a result counts.
 * Comments on separate lines, white space, imports and file names do not count, so that code can be
 * moved; nor do the descriptions of mutants (`breaks`). `''` if there are no sources, as in an
 * installed package.
 */
export function sourceDigest(files: string[], isCounted: RegExp): string {
  const found = new Map<string, string>()
  for (const file of files) addSources(file, isCounted, found)
  if (found.size === 0) return ''
  const hash = createHash('sha256')
  for (const code of [...found.values()].toSorted()) hash.update(code).update('\n')
  return hash.digest('hex').slice(0, 16)
}

function addSources(file: string, isCounted: RegExp, found: Map<string, string>): void {
  if (!isCounted.test(relative(root, file)) || found.has(file) || !existsSync(file)) return
  const { code, imports } = sourceOf(readFileSync(file, 'utf8'))
  found.set(file, code)
  for (const imported of imports) addSources(join(dirname(file), imported), isCounted, found)
}

type Source = { readonly code: string; readonly imports: readonly string[] }

// The proofs together read the same few hundred sources more than a thousand times.
const sources = new Map<string, Source>()

function sourceOf(text: string): Source {
  let source = sources.get(text)
  if (!source) {
    const imports = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => path)
    source = { code: codeOf(text), imports }
    sources.set(text, source)
  }
  return source
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
