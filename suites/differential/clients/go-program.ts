// Go programs of this folder, built before they are run.

import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Program } from './compare-lines.ts'

const execute = promisify(execFile)

/**
 * Builds the module in a folder beside this file into a directory; Go keeps what it fetched.
 * @throws what the compiler says
 */
export async function buildGoProgram(
  module: string,
  directory: string,
): Promise<Program | { absent: string }> {
  const program = join(directory, module)
  const cwd = join(import.meta.dirname, module)
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' }
  const args = ['build', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w', '-o', program, '.']
  const building = execute('go', args, { cwd, env, maxBuffer: 64 * 2 ** 20 })
  const { pid } = building.child
  if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  try {
    await building
    return { command: program, args: [] }
  } catch (cause) {
    // Go itself and its modules may be absent; anything else that goes wrong is our fault.
    const { code, stderr } = cause as { code?: unknown; stderr?: unknown }
    if (code === 'ENOENT') return { absent: '`go` is not on the PATH' }
    if (/dial tcp|no such host|proxyconnect/.test(String(stderr)))
      return { absent: 'its modules cannot be fetched' }
    throw new Error(`go build failed: ${String(stderr)}`, { cause })
  }
}
