// Few files may export the same name for different things, as readers would find the wrong one.

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

test('every error mentioned as thrown in a comment exists', () => {
  const sources = sourceFiles.filter(({ path }) => !path.endsWith('.test.ts'))

  expect(missingErrors(sources)).toEqual([])
})

test('a mention of a missing error is found', () => {
  const text = 'class Gone extends Error {}\n/** @throws Gone, Lost, 404 */\n// @throws TypeError'

  expect(missingErrors([{ path: 'a.ts', text }])).toEqual(['a.ts: @throws Lost'])
})

/** Names after `@throws` that are neither classes of the project nor of the language. */
function missingErrors(files: { path: string; text: string }[]): string[] {
  const known = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError'])
  for (const { text } of files)
    for (const [, name = ''] of text.matchAll(/\bclass (\w+)/g)) known.add(name)
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/@throws ([^\n*]*)/g)].flatMap(([, what = '']) => {
      // The names come before the description.
      const [names = ''] = /^(?:[A-Z]\w*|\d{3})(?:, (?:[A-Z]\w*|\d{3}))*/.exec(what) ?? []
      const missing = names
        .split(', ')
        .filter(name => /^[A-Z]\w*[a-z]/.test(name) && !known.has(name))
      return missing.map(name => `${path}: @throws ${name}`)
    }),
  )
}

function filesByName(files: { path: string; text: string }[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { path, text } of files)
    for (const [, name = ''] of text.matchAll(definition))
      found.set(name, (found.get(name) ?? new Set()).add(path))
  return found
}
