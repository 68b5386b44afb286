import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from './test-cli.ts'

const root = join(import.meta.dirname, '..')

it('starts without loading all checks or the reference, to be fast', () => {
  const loaded = loadedBy(join(root, 'bin', 'explain.ts'))

  expect(loaded).toContain('suites/generated/check-index.ts')
  expect(
    loaded.filter(path => /generated\/(checks|mutants)\.ts$|^reference\/|\.checks\.ts$/.test(path)),
  ).toEqual([])
})

it('explains why a row outside the set has no check', async () => {
  const { code, out } = await runCli('explain', 'DEL-020')

  expect(code).toBe(0)
  expect(out).toContain(
    'No check in this release: needs a server that shows its attempts to delete.\nHow to test it: ',
  )
})

it('explains what happens if a requirement of a check is missing', async () => {
  const { out } = await runCli('explain', 'AUTHN-030')

  expect(out).toContain(
    'Needs the control `accepts`. If it is missing: skipped: no target file defines `controls.',
  )
})

/** Returns a file and all files that it imports statically, directly or not. */
function loadedBy(file: string, found = new Set<string>()): string[] {
  const path = relative(root, file)
  if (found.has(path) || !existsSync(file)) return []
  found.add(path)
  const text = readFileSync(file, 'utf8')
  for (const [, name = ''] of text.matchAll(
    /^(?:import|export)\b(?! type)[^'"]*?from '(\.[^']+)'/gm,
  ))
    loadedBy(join(dirname(file), name), found)
  return [...found]
}
