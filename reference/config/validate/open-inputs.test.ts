import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../fixtures/targets/test-files.ts'
import { validateInTest, tracingYaml } from './test-validate.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)
const { write, path: root } = directory

const deep = `d/${`${'d'.repeat(250)}/`.repeat(10)}`

test('an unreadable folder is reported, and its siblings are read', async () => {
  const outer = join(root, 'tree', deep)
  const inner = join(root, deep)
  for (const folder of [outer, inner]) mkdirSync(folder, { recursive: true })
  const good = write('tree/z.yaml', `${tracingYaml}rate: 1\n`)
  // The joined path exceeds the system's limit, so the directory is moved in two parts and can be
  // removed again.
  renameSync(join(root, 'd'), join(outer, 'd'))

  const { lines, hasUnopened } = await validateInTest([join(root, 'tree')])
  renameSync(join(outer, 'd'), join(root, 'd'))

  expect(lines).toEqual([
    expect.stringMatching(/d\/?:1:1 unreadable: ENAMETOOLONG: name too long$/),
    `${good}:3:1 rate: unknown field`,
  ])
  expect(hasUnopened).toBe(true)
})

test('a file that is named in several ways is read once, under its own path', async () => {
  mkdirSync(join(root, 'named'))
  const file = write('named/a.yaml', `${tracingYaml}rate: 1\n`)
  symlinkSync(file, join(root, 'named', 'b.yaml'))
  const other = `${relative('.', root)}/./named/a.yaml`

  const { lines, fileCount } = await validateInTest([join(root, 'named'), file, other])

  expect(lines).toEqual([`${file}:3:1 rate: unknown field`])
  expect(fileCount).toBe(1)
})

test('a file that is named itself has to be a configuration, even in a named folder', async () => {
  mkdirSync(join(root, 'both'))
  const pod = write('both/pod.yaml', 'apiVersion: v1\nkind: Pod\n')
  const whole = join(root, 'both')

  for (const named of [[whole, pod], [pod, whole], [pod]]) {
    const { findings } = await validateInTest(named)

    expect(findings).toMatchObject([{ severity: 'error', file: pod }])
  }
})
