// What clients fetch from their registries, kept between runs.

import { createHash } from 'node:crypto'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

const home = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')

/** A directory of this name in the cache of this project, whatever is in it. */
export async function cacheDirectory(name: string): Promise<string> {
  const directory = join(home, 'touchstone', 'clients', name)
  await mkdir(directory, { recursive: true })
  return directory
}

/**
 * A directory that was filled once for these contents; it is filled now if it was not.
 * @throws what filling it throws; then nothing is kept
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
  // Two may be at it: each fills its own, and the second finds that of the first.
  const unfinished = join(parent, `.${digest}-${process.pid}`)
  try {
    await fill(unfinished)
    // The other one has won when there is something by now, which the rename says by throwing.
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
