// Bundles the command line and the server into a few files below `dist`, because every loaded
// module is read and compiled at start. Libraries are not bundled. Programs that only tests start
// are bundled into another folder.

import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import type { BuildOptions, Plugin } from 'esbuild'

const sourceFolders = [
  'bin',
  'reference',
  'suites',
  'properties',
  'fixtures',
  'protocols',
  'reports',
]
const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')

/** The folder of the bundled programs that only tests start. */
export const testPrograms = join(root, 'dist-tests')

/** The built command line. */
export const builtProgram = join(dist, 'bin', 'touchstone.js')

// Files and folders that modules read at their place.
const data = [
  'fixtures/client/protobuf.data.json',
  'fixtures/targets/kube-apiserver/build',
  'reference/auth/rbac/bootstrap-roles.data.json',
  'reference/codecs/messages.data.json',
  'reference/types/schemas/built-in.data.json',
  'reports/results/mutants.json',
  ...readdirSync(join(root, 'reports/html'))
    .filter(name => name.startsWith('page.'))
    .map(name => `reports/html/${name}`),
]

/**
 * Modules find their data relative to their path. Bundles have other paths, so `import.meta` is
 * replaced by the path that the module would have below the folder above the bundle: `dist`, or the
 * project for the programs of tests, which read the data of the sources. All bundle files are one
 * folder deep.
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
        .replaceAll('META_dirname', `decodeURIComponent(new URL('.', ${place}).pathname)`)
      return { contents, loader: 'ts' as const, resolveDir: dirname(path) }
    }),
}

const options = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  // Names stay, because stack traces in reports show them.
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [whereabouts],
} satisfies BuildOptions

/** Writes the bundle and the data that it reads. Files of earlier bundles stay. */
export async function buildBundle(): Promise<void> {
  await build({
    ...options,
    entryPoints: {
      'bin/touchstone': 'bin/touchstone.ts',
      'bin/reference-worker': 'fixtures/targets/reference-worker.ts',
      'reference/index': 'reference/index.ts',
    },
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
  })
  for (const one of data) cpSync(join(root, one), join(dist, one), { recursive: true })
}

/** Writes the programs that only tests start, each under the name of its source. */
export async function buildTestPrograms(): Promise<void> {
  await build({
    ...options,
    entryPoints: [
      'reference/http/hostile/test-victim-process.ts',
      'suites/robustness/crash/commit-load.ts',
    ],
    outdir: testPrograms,
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
  })
}

/**
 * Whether a source is newer than a bundled program, or there is no such program.
 * @param program the path of a bundle's file that each build writes
 */
export function isBundleStale(program: string): boolean {
  const built = statSync(program, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return sourceFolders.some(folder =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).some(
      ({ name, parentPath }) =>
        /\.(?:ts|json|js|css|html)$/.test(name) &&
        !name.endsWith('.test.ts') &&
        statSync(join(parentPath, name)).mtimeMs > built,
    ),
  )
}
