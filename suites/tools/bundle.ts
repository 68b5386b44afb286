// `npm run build`, after the declarations: bundles the command line and the server into a few
// files, because every loaded module is read and compiled at start. Libraries are not bundled.

import { readFileSync, rmSync } from 'node:fs'
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
  plugins: [whereabouts],
})
