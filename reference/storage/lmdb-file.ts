// Opens the data file of a directory: creates it if it is missing, claims it for one user, and
// checks its integrity. It holds all objects of clients, secrets too, so only the owner of the
// server may read it.

import { closeSync, existsSync, fsyncSync, linkSync, openSync, realpathSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import {
  restrictDirectory,
  restrictFile,
  makePrivateDirectory,
  UnusableDirectory,
} from './data-directory.ts'
import { checkKind, checkPages, type DamageError } from './lmdb-pages.ts'
import {
  storeFormat,
  formatKey,
  headKey,
  encodeHead,
  type Environment,
  firstHead,
} from './lmdb-record.ts'

export type DataFile = {
  environment: Environment
  /** A handle of the same file, for operations that LMDB does not offer. */
  file: FileHandle
  damaged: DamageError
  close(): Promise<void>
}

// LMDB detects other processes that use a file, but not two users in one process.
const usedHere = new Set<string>()

/** Opens the data file of a directory for one user. @throws UnusableDirectory */
export async function openDataFile(directory: string, firstRevision: number): Promise<DataFile> {
  const path = join(resolve(directory), 'data.mdb')
  const damaged: DamageError = (...what) => new UnusableDirectory(path, ...what)
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) await closer()
  }
  try {
    if (!existsSync(path)) await make(path, firstRevision)
    const file = await open(path, 'r+')
    closers.push(() => file.close())
    const place = realpathSync(path)
    if (usedHere.has(place)) throw damaged('its users', 'none', 'this process')
    usedHere.add(place)
    closers.push(() => usedHere.delete(place))
    restrictDirectory(dirname(place))
    checkKind(file.fd, damaged)
    const environment = await openEnvironment(path)
    closers.push(() => environment.close())
    checkAlone(environment, damaged)
    checkPages(file.fd, damaged)
    checkFormat(environment, damaged)
    return { environment, file, damaged, close }
  } catch (cause) {
    await close()
    if (cause instanceof UnusableDirectory || !isOfSystem(cause)) throw cause
    throw damaged('opening', 'a directory to write to', String(cause))
  }
}

// An error of LMDB has a number as its code; an error of the system names the system call.
const isOfSystem = (cause: unknown) =>
  cause instanceof Error &&
  ('syscall' in cause || ('code' in cause && typeof cause.code === 'number'))

async function openEnvironment(path: string): Promise<Environment> {
  // Restrict the files before LMDB locks them: the process loses its locks on a file when it closes
  // any handle of that file.
  for (const file of [path, `${path}-lock`]) restrictFile(file)
  const { open } = await import('lmdb')
  return open<Buffer, Buffer>({
    path,
    noSubdir: true,
    encoding: 'binary',
    keyEncoding: 'binary',
    // If set, a transaction counts as committed before it is synced.
    overlappingSync: false,
    // If set, each turn of the event loop has a batch whose promise nobody handles: when the disk
    // fails, its rejection would end the process. All writes here are in batches anyway.
    eventTurnBatching: false,
  })
}

/**
 * Creates the first file under a temporary name. It gets its final name once it is complete and
 * synced.
 */
async function make(path: string, firstRevision: number): Promise<void> {
  const directory = dirname(path)
  const made = makePrivateDirectory(directory)
  restrictDirectory(directory)
  const unfinished = join(directory, `new-${process.pid}.mdb`)
  rmSync(unfinished, { force: true })
  const environment = await openEnvironment(unfinished)
  await environment.batch(() => {
    void environment.put(formatKey, Buffer.from(storeFormat))
    void environment.put(headKey, encodeHead(firstHead(firstRevision)))
  })
  await environment.close()
  linkSync(unfinished, path)
  rmSync(unfinished)
  rmSync(`${unfinished}-lock`, { force: true })
  syncUpTo(directory, made === undefined ? directory : dirname(made))
}

/**
 * Syncs the entries of a directory and of its parents up to `last`, so that they survive a power
 * failure.
 */
function syncUpTo(directory: string, last: string): void {
  const handle = openSync(directory, 'r')
  fsyncSync(handle)
  closeSync(handle)
  if (directory !== last) syncUpTo(dirname(directory), last)
}

/**
 * Refuses a file that another process uses. LMDB keeps a table of readers, and `readerCheck`
 * removes dead processes from it, so a killed process blocks nobody. Of two processes that open the
 * file at the same time, at least one sees the other.
 */
function checkAlone(environment: Environment, damaged: DamageError): void {
  // Registers this process in the reader table permanently, without reading a page: pages are not
  // checked yet.
  environment.useReadTransaction().done()
  environment.readerCheck()
  const readers = environment.readerList().matchAll(/^\s*(\d+) /gm)
  const others = new Set(
    [...readers].map(([, pid]) => pid).filter(pid => pid !== String(process.pid)),
  )
  if (others.size > 0) throw damaged('its users', 'none', `the process ${[...others].join(', ')}`)
}

function checkFormat(environment: Environment, damaged: DamageError): void {
  const got = environment.getBinary(formatKey)?.toString()
  if (got !== storeFormat)
    throw damaged('its format', storeFormat, got ?? 'a file of something else')
}
