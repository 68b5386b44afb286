// `npm run build`, after the declarations: the command line and the server as a few files, for a
// start reads and compiles each module that it loads. Libraries stay outside.

import { readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/**
 * Modules find their data by where they are. In a bundle they are elsewhere, and their data lies
 * below `dist` as it lies below the root; all files of the bundle are one folder deep.
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
