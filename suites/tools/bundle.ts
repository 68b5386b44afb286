// `npm run build`, after the declarations: bundles the command line and the server into a few
// files, because every loaded module is read and compiled at start. Libraries are not bundled. Only
// the declarations of the exported server stay.

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/**
 * Modules find their data relative to their path. Bundles have other paths, so `import.meta` is
 * replaced by the path that the module would have below `dist`. All bundle files are one folder
 * deep.
 */
const whereabouts: Plugin = {
  name: 'whereabouts',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!text.includes('import.meta.')) return undefined
      const place = `new URL('../${relative(root, path).replace(/\.ts$/, '.js')}', import.meta.url)`
      const contents = text
        .replaceAll(
          /\bimport\.meta\.(url|dirname|filename)\b/g,
          (_, word: string) => `META_${word}`,
        )
        .replaceAll('META_url', `${place}.href`)
        .replaceAll('META_filename', `decodeURIComponent(${place}.pathname)`)
        .replaceAll('META_dirname', `decodeURIComponent(new URL('..', ${place}).pathname)`)
      return { contents, loader: 'ts' as const, resolveDir: dirname(path) }
    }),
}

rmSync(join(root, 'dist', 'chunks'), { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: { 'bin/touchstone': 'bin/touchstone.ts', 'reference/index': 'reference/index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  // Names stay, because stack traces in reports show them.
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [whereabouts],
})
removeDeclarations(reachableFrom(join(root, 'dist/reference/index.d.ts')))

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
  const all = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
  for (const { name, parentPath } of all) {
    const path = join(parentPath, name)
    if (name.endsWith('.d.ts') && !kept.has(path)) rmSync(path)
  }
}
