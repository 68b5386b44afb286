import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { projectRoot } from '../lint/sources.ts'

/** Runs tests in a process of vitest with these environment variables. Returns failing output. */
export async function runVitest(
  tests: string,
  env: Record<string, string>,
): Promise<{ problem?: string }> {
  const words = ['vitest', 'run', '--project', '!front', tests]
  const command = spawn('npx', words, { cwd: projectRoot, env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [command.stdout, command.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(command, 'close')) as [number | null]
  return code === 0 ? {} : { problem: output }
}
