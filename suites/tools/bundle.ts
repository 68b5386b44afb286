// `npm run build`, after the declarations: writes the bundle. Only the declarations of the exported
// server stay.

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '../lint/sources.ts'
import { buildBundle } from './build-bundle.ts'

const dist = join(projectRoot, 'dist')

rmSync(join(dist, 'chunks'), { recursive: true, force: true })
await buildBundle()
removeDeclarations(reachableFrom(join(dist, 'reference/index.d.ts')))

/** Returns a declaration file and those that it imports. */
function reachableFrom(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found
  found.add(entry)
  const imported = readFileSync(entry, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g)
  for (const [, path = ''] of imported)
    reachableFrom(join(dirname(entry), path.replace(/\.(?:js|ts)$/, '.d.ts')), found)
  return found
}

/** Removes the declarations that the package does not export, and the folders left empty. */
function removeDeclarations(kept: Set<string>): void {
  const all = readdirSync(dist, { recursive: true, withFileTypes: true })
  for (const { name, parentPath } of all) {
    const path = join(parentPath, name)
    if (name.endsWith('.d.ts') && !kept.has(path)) rmSync(path)
  }
}
