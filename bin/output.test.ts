import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { escapeCiCommands } from '../reports/escape.ts'

it('is the only file of a command that writes to the terminal', () => {
  const own = ['output.ts', 'test-cli.ts']
  const writers = readdirSync(import.meta.dirname)
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !own.includes(name))
    .filter(name =>
      /process\.std(out|err)\.write|console\./.test(
        readFileSync(join(import.meta.dirname, name), 'utf8'),
      ),
    )

  expect(writers).toEqual([])
})

it.each([
  ['::error::a\n  ::set-output name=b::c', '\\x3a:error::a\n  \\x3a:set-output name=b::c'],
  ['\u001b[31m::error::a\u001b[39m', '\u001b[31m\\x3a:error::a\u001b[39m'],
  ['a ##[error]b ##vso[c]d ##teamcity[e]', 'a \\x23#[error]b \\x23#vso[c]d \\x23#teamcity[e]'],
  ['a::b ## c #[d]', 'a::b ## c #[d]'],
])('prints commands to CI runners as text: %j', (text, expected) => {
  expect(escapeCiCommands(text)).toBe(expected)
})
