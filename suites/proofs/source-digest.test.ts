import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { codeOf, sourceDigest } from './source-digest.ts'

it('ignores comments on separate lines, white space and imports', () => {
  const code =
    "// Why.\nimport { c } from './c.ts'\nimport type {\n  D,\n} from './d.ts'\nconst a = 1\n" +
    "/** What.\n * More.\n */\nexport const b = a\nexport { e } from './e.ts'\n"

  expect(codeOf(code)).toBe('consta=1exportconstb=a')
  expect(codeOf('const a = 2')).not.toBe(codeOf('const a = 1'))
  expect(codeOf("{ breaks: 'It\\'s lost.', id }")).toBe(codeOf('{\n  breaks:\n    `Lost.`, id }'))
})

it('changes with the content of imports, but not with their location', () => {
  const folder = mkdtempSync(join(import.meta.dirname, 'digest-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string): string => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const one = write('one.ts', "import { two } from './two.ts'\nexport const one = two\n")
  const moved = write('x/one.ts', "import { two } from '../two.ts'\nexport const one = two\n")
  write('two.ts', 'export const two = 2\n')
  const before = sourceDigest([one], /digest-/)

  expect(before).toMatch(/^[0-9a-f]{16}$/)
  expect(sourceDigest([moved], /digest-/)).toBe(before)
  expect(sourceDigest([one], /nothing/)).toBe('')
  write('two.ts', 'export const two = 3\n')
  expect(sourceDigest([one], /digest-/)).not.toBe(before)
})
