// Builds the Go programs of this folder.

import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Program } from './compare-lines.ts'

const execute = promisify(execFile)

/**
 * Builds the module in a subfolder into a directory. Returns `absent` with the reason if Go or its
 * modules are not available. Go caches the modules.
 * @throws Error with the compiler's output
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
    // Go itself or its modules may be absent. Any other failure is a fault of the program.
    const { code, stderr } = cause as { code?: unknown; stderr?: unknown }
    if (code === 'ENOENT') return { absent: '`go` is not on the PATH' }
    if (/dial tcp|no such host|proxyconnect/.test(String(stderr)))
      return { absent: 'its modules cannot be fetched' }
    throw new Error(`go build failed: ${String(stderr)}`, { cause })
  }
}
