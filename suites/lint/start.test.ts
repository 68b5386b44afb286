// What a command loads at start. If the flags of the command line imported a check or a library of
// checks, every command would be slow.

import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { projectRoot } from './sources.ts'

/** Returns the files and libraries that a module imports at start, directly or not. */
async function loadedBy(entry: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'unwritten',
    write: false,
    metafile: true,
  })
  const loaded = new Set([entry])
  // A set also visits what is added meanwhile.
  for (const path of loaded)
    for (const { path: next, kind } of metafile.inputs[path]?.imports ?? [])
      if (kind === 'import-statement' && !next.startsWith('node:')) loaded.add(next)
  return [...loaded]
}

const isOfChecks = (path: string): boolean =>
  /^(suites\/(generated|spec|run)|properties\/(laws|scenarios)|fixtures\/(hosts|mutants))\//.test(
    path,
  )

test('the command line loads its flags, and a command only when it is called', async () => {
  const loaded = await loadedBy('bin/touchstone.ts')
  const libraries = loaded.filter(path => !path.includes('/'))

  expect(loaded).toContain('bin/flags.ts')
  expect(libraries).toEqual(['commander'])
  expect(loaded.filter(isOfChecks)).toEqual([])
  expect(loaded.length).toBeLessThan(40)
})

test('the server loads no checks and no client', async () => {
  const loaded = await loadedBy('bin/serve.ts')

  expect(loaded).toContain('reference/main.ts')
  expect(loaded.filter(isOfChecks)).toEqual([])
  expect(loaded.filter(path => ['zod', 'fast-check', 'undici'].includes(path))).toEqual([])
})
