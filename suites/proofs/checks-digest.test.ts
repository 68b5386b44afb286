import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checksDigest } from './checks-digest.ts'
import { loadChecks } from '../generated/check-index.ts'
import { checkFiles, checksDigest as generated } from '../generated/checks.ts'
import { requirement } from '../select/rows.ts'

const files = checkFiles.map(([file]) => join(import.meta.dirname, '..', file))

it('equals the digest of the current checks', () => {
  expect(generated).toBe(checksDigest(files))
  expect(generated).toMatch(/^[0-9a-f]{16}$/)
})

it('changes with any file of checks, and with imported laws and scenarios', () => {
  expect(checksDigest(files.slice(1))).not.toBe(generated)
  expect(checksDigest([])).not.toBe(checksDigest(files.slice(0, 1)))
  expect(checksDigest([join(import.meta.dirname, '../../bin/main.ts')])).toBe(checksDigest([]))
})

it('finds every check in the folder of its section', async () => {
  const wrong = checkFiles.flatMap(([file, checks]) =>
    checks.filter(({ id }) => !file.startsWith(`spec/${requirement(id).section}/`)),
  )

  expect(wrong.map(check => check.id)).toEqual([])
  const sections = await Promise.all(Object.values(loadChecks).map(load => load()))
  expect(sections.flatMap(section => section.sectionChecks)).toEqual(checkFiles)
})
