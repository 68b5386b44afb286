// A name that several files export for several things sends the reader to the wrong one.

import { expect, test } from 'vitest'
import { sourceFiles } from './sources.ts'

const filesMax = 3

const definition =
  /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm

test(`no exported name is defined in more than ${filesMax} files`, () => {
  const files = filesByName(sourceFiles.filter(({ path }) => !path.endsWith('.test.ts')))
  const shared = [...files].filter(([, paths]) => paths.size > filesMax)

  expect(shared.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([])
})

test('a name is found in each file that defines it', () => {
  const found = filesByName([
    { path: 'a.ts', text: 'export const get = 1' },
    { path: 'b.ts', text: 'export async function get() {}\nexport function* list() {}' },
  ])

  expect([...found]).toEqual([
    ['get', new Set(['a.ts', 'b.ts'])],
    ['list', new Set(['b.ts'])],
  ])
})

function filesByName(files: { path: string; text: string }[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { path, text } of files)
    for (const [, name = ''] of text.matchAll(definition))
      found.set(name, (found.get(name) ?? new Set()).add(path))
  return found
}
