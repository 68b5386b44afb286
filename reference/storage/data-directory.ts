// Creates the directory of a data file, or restricts its mode, so that only its owner has access.

import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** The data directory cannot be used in its present state. Nothing in it was changed. */
export class UnusableDirectory extends Error {
  override name = 'UnusableDirectory'

  constructor(path: string, where: string, expected: string, got: string) {
    super(`${path}: ${where}: expected ${expected}, got ${got}`)
  }
}

// Windows has no modes: a file inherits its access rights from its directory.
const hasModes = process.platform !== 'win32'

const forOthers = 0o077
const ownerOnly = 0o700
const isOurs = (name: string) => /^(data|new-\d+)\.mdb(-lock)?$|^lost\+found$/.test(name)
const octal = (mode: number) => `0${(mode & 0o777).toString(8)}`

/**
 * Makes a directory, and its missing parents, accessible to its owner only, whatever the umask.
 * Returns the topmost directory that was created. Does not use Node's recursive `mkdir`, which
 * never ends below a directory that accepts no entries, such as `/proc`.
 */
export function makePrivateDirectory(directory: string): string | undefined {
  const problem = tryToMake(directory)
  if (problem === undefined) return directory
  if (problem.code === 'EEXIST' && statSync(directory).isDirectory()) return undefined
  const parent = dirname(directory)
  if (problem.code !== 'ENOENT' || parent === directory) throw problem
  const first = makePrivateDirectory(parent)
  const again = tryToMake(directory)
  if (again !== undefined) throw again
  return first ?? directory
}

function tryToMake(directory: string): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(directory, ownerOnly)
  } catch (problem) {
    // The caller checks whether the directory already exists.
    return problem as NodeJS.ErrnoException
  }
  if (hasModes) chmodSync(directory, ownerOnly)
  return undefined
}

/**
 * Removes the access of the group and of others to a directory. A directory that holds more than a
 * data file may belong to somebody else, `/tmp` for instance, and is not changed. @throws
 * UnusableDirectory
 */
export function restrictDirectory(directory: string): void {
  const { mode } = statSync(directory)
  if (!hasModes || (mode & forOthers) === 0) return
  const refuse = (got: string) =>
    new UnusableDirectory(directory, 'its mode', 'a directory for its owner alone (chmod 700)', got)
  const other = readdirSync(directory).find(name => !isOurs(name))
  if (other !== undefined) throw refuse(`${octal(mode)}, and other files: ${JSON.stringify(other)}`)
  try {
    chmodSync(directory, mode & ~forOthers & 0o7777)
  } catch {
    throw refuse(`${octal(mode)}, which only its owner can change`)
  }
}

/**
 * Removes the access of the group and of others to a file; creates an empty file if there is none.
 */
export function restrictFile(path: string): void {
  const file = openSync(path, 'a', 0o600)
  try {
    const { mode, size } = fstatSync(file)
    if (hasModes && size === 0) fchmodSync(file, 0o600)
    else if (hasModes && (mode & forOthers) !== 0) fchmodSync(file, mode & ownerOnly)
  } finally {
    closeSync(file)
  }
}
