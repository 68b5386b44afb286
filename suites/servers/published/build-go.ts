// Builds the Go programs in the subfolders, once per version of their sources.

import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cachedDirectoryFor } from '../../differential/clients/cache-directory.ts'
import type { Absent } from './url-printing-program.ts'

const execute = promisify(execFile)

/**
 * Builds a program and returns its path. `module` is a subfolder with a Go module, `program` a
 * package in it, and `linked` are variables that the linker sets. Returns `absent` with the reason
 * if Go or the modules are not available.
 * @throws Error with the compiler's output
 */
export async function buildGo(
  module: string,
  program: string,
  linked: Record<string, string> = {},
): Promise<{ command: string } | Absent> {
  const folder = join(import.meta.dirname, module)
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter(one => one.isFile()).map(one => join(one.parentPath, one.name))
  const texts = await Promise.all(paths.toSorted().map(path => readFile(path, 'utf8')))
  try {
    const kept = await cachedDirectoryFor(program, texts.join('\n'), async directory => {
      await mkdir(directory, { recursive: true })
      process.stderr.write(`Building ${program}; the first time takes minutes.\n`)
      const target = program === module ? '.' : `./${program}`
      const settings = Object.entries(linked).map(([name, value]) => `-X ${name}=${value}`)
      const flags = ['-ldflags', ['-s', '-w', ...settings].join(' ')]
      await build(folder, [...flags, '-o', join(directory, program), target])
    })
    return { command: join(kept, program) }
  } catch (cause) {
    // Go itself or its modules may be absent. Any other failure is a fault of the program.
    const { code, stderr } = cause as { code?: unknown; stderr?: unknown }
    if (code === 'ENOENT') return { absent: '`go` is not on the PATH' }
    if (/dial tcp|no such host|proxyconnect/.test(String(stderr)))
      return { absent: 'its modules cannot be fetched' }
    throw new Error(`go build failed: ${String(stderr)}`, { cause })
  }
}

async function build(folder: string, what: string[]): Promise<void> {
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' }
  const args = ['build', '-trimpath', '-buildvcs=false', ...what]
  const building = execute('go', args, { cwd: folder, env, maxBuffer: 64 * 2 ** 20 })
  const { pid } = building.child
  if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  await building
}
