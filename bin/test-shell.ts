// Runs command lines in a shell, for tests.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { thisProgram } from '../fixtures/targets/this-program.ts'

/** The exit code and output of a command line. */
export type ShellResult = { code: unknown; out: string; err: string }

/**
 * Returns a function that runs command lines in a shell in the directory `cwd`, where `npx
 * --no-install touchstone` runs this program. `npx` is a script in the directory
 * `tools`.
 */
export function createShell(cwd: string, tools: string): (line: string) => Promise<ShellResult> {
  const program = thisProgram().map(word => `'${word}'`)
  mkdirSync(tools, { recursive: true })
  const npx = join(tools, 'npx')
  writeFileSync(npx, `#!/bin/sh\nshift 2\nexec ${program.join(' ')} "$@"\n`)
  chmodSync(npx, 0o755)
  const env = { PATH: `${tools}:${process.env['PATH']}` }
  return async line => {
    const child = spawn('/bin/sh', ['-c', line], { cwd, env })
    const said = { out: '', err: '' }
    child.stdout.on('data', (part: Buffer) => (said.out += part.toString()))
    child.stderr.on('data', (part: Buffer) => (said.err += part.toString()))
    const [code] = await once(child, 'close')
    return { code, ...said }
  }
}

/**
 * Returns the replay command of the first finding in the output of certify, as a user would copy
 * it.
 */
export function firstReplayCommand(text: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex(line => line.trimStart().startsWith('replay '))
  const end = lines.findIndex((line, index) => index >= start && !line.endsWith('\\'))
  const [first = '', ...more] = lines.slice(start, end + 1)
  return [first.replace(/^\s*replay\s+/, ''), ...more].join('\n')
}
