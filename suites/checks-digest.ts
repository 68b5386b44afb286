// A digest of what judges: the files of the checks, and the laws and scenarios that they import.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * A digest of these sources and of the judging code that they import, 16 hex digits. Comments on
 * lines of their own and white space do not change it: they cannot change a verdict.
 */
export function checksDigest(files: string[]): string {
  const found = new Map<string, string>()
  for (const file of files) addSources(file, found)
  const hash = createHash('sha256')
  for (const path of [...found.keys()].sort())
    hash
      .update(relative(root, path))
      .update('\n')
      .update(codeOf(found.get(path) ?? ''))
  return hash.digest('hex').slice(0, 16)
}

/** A file and, in turn, what it imports of the judging code. */
function addSources(file: string, found: Map<string, string>): void {
  const path = relative(root, file)
  const isJudging = /^(properties\/|suites\/(spec\/|configuration\.ts))/.test(path)
  if (!isJudging || found.has(file) || !existsSync(file)) return
  const text = readFileSync(file, 'utf8')
  found.set(file, text)
  for (const [, imported = ''] of text.matchAll(/from '(\.[^']+)'/g))
    addSources(join(dirname(file), imported), found)
}

/** A source without comments that stand on lines of their own, and without white space. */
export const codeOf = (text: string): string =>
  text
    .split('\n')
    .filter(line => !/^\s*(\/\/|\/\*|\*)/.test(line))
    .join('')
    .replaceAll(/\s+/g, '')
