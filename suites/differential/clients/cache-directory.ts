// Directories for packages of the client programs, which are kept between runs.

import { createHash } from 'node:crypto'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

const home = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')

/** Returns a directory in the project's cache, and creates it if it does not exist. */
export async function cacheDirectory(name: string): Promise<string> {
  const directory = join(home, 'touchstone', 'clients', name)
  await mkdir(directory, { recursive: true })
  return directory
}

/**
 * Returns the directory for these contents (its key), and fills it if it does not exist.
 * @throws the error of `fill`; then nothing is kept
 */
export async function cachedDirectoryFor(
  name: string,
  contents: string,
  fill: (directory: string) => Promise<void>,
): Promise<string> {
  const digest = createHash('sha256').update(contents).digest('hex').slice(0, 12)
  const parent = await cacheDirectory(name)
  const directory = join(parent, digest)
  if (await exists(directory)) return directory
  // Two processes may run at once. Each fills a separate directory, and the first one to rename it
  // wins.
  const unfinished = join(parent, `.${digest}-${process.pid}`)
  try {
    await fill(unfinished)
    // The rename fails if another process has created the directory meanwhile. Use that one.
    await rename(unfinished, directory).catch(async (cause: unknown) => {
      if (!(await exists(directory))) throw cause
    })
    return directory
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

const exists = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined)) !== undefined
