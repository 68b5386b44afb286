// Runs the Python client of the folder `python` in a cached virtual environment.

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { LongRun } from '../../long-runs/storage-engine-runs.ts'
import { cachedDirectoryFor } from './cache-directory.ts'
import { compareLines } from './compare-lines.ts'
import type { ProgramCommand } from './compare-lines.ts'

const execute = promisify(execFile)

const folder = join(import.meta.dirname, 'python')

export const comparePythonClient = (): Promise<LongRun> =>
  compareLines({ prepare: () => preparePythonProgram(folder) })

/**
 * Returns the command for the `main.py` of a folder, in an environment with the packages of its
 * `requirements.txt`. Returns `absent` with the reason if they are not available.
 */
export async function preparePythonProgram(
  folder: string,
): Promise<ProgramCommand | { absent: string }> {
  const requirements = join(folder, 'requirements.txt')
  try {
    const { stdout: version } = await execute('python3', ['--version'])
    const contents = version + (await readFile(requirements, 'utf8'))
    const environment = await cachedDirectoryFor('python', contents, async directory => {
      await execute('python3', ['-m', 'venv', directory])
      const python = join(directory, 'bin', 'python')
      await execute(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements])
    })
    const python = join(environment, 'bin', 'python')
    // `-B`: Python would write its compiled files into this repository.
    return { command: python, args: ['-B', join(folder, 'main.py')] }
  } catch (cause) {
    // Python, its module `venv` or the packages are not available.
    return { absent: (cause as Error).message.trim().split('\n').slice(0, 2).join(' ') }
  }
}
