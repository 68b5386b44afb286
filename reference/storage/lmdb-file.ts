// The data file of a directory: made when it is not there, taken by one user, checked to be whole.
// It holds whatever clients store, secrets too, so only the owner of the server may read it.

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
  /** The same file, for what LMDB cannot be asked. */
  file: FileHandle
  damaged: DamageError
  close(): Promise<void>
}

// LMDB knows other processes, but not two users of a file in one.
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

// An error of LMDB has a number, one of the system names the call.
const isOfSystem = (cause: unknown) =>
  cause instanceof Error &&
  ('syscall' in cause || ('code' in cause && typeof cause.code === 'number'))

async function openEnvironment(path: string): Promise<Environment> {
  // Before LMDB has locks on them, which the process loses when it closes a file of its own.
  for (const file of [path, `${path}-lock`]) restrictFile(file)
  const { open } = await import('lmdb')
  return open<Buffer, Buffer>({
    path,
    noSubdir: true,
    encoding: 'binary',
    keyEncoding: 'binary',
    // With it, a transaction counts as committed before it is synced.
    overlappingSync: false,
    // With it, each turn of the event loop has a batch whose promise nobody holds: when the disk
    // fails, its rejection would end the process. All that is written here is in batches anyway.
    eventTurnBatching: false,
  })
}

/** Makes the first file. It gets its name when it is whole and on the disk, or never. */
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

/** Makes the names in a directory, and its own in those above it, survive the loss of power. */
function syncUpTo(directory: string, last: string): void {
  const handle = openSync(directory, 'r')
  fsyncSync(handle)
  closeSync(handle)
  if (directory !== last) syncUpTo(dirname(directory), last)
}

/**
 * Refuses a file that another process uses. LMDB has a table of who reads; the kernel tells it
 * which of them are alive, so a process that was killed is in nobody's way. Of two that open at
 * once at least one sees the other.
 */
function checkAlone(environment: Environment, damaged: DamageError): void {
  // This enters us into the table, where we stay; it looks at no page, as they are not checked yet.
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
