// Pods from a file or from the files of a directory (NODE-005, NODE-010, AGENT-213). The files are
// read again each period, and sooner if the system tells of a change.

import { type FSWatcher, watch } from 'node:fs'
import { lstat, open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Clock } from '../api/clock.ts'
import type { Pod } from './pod.ts'
import { type OnPods, type PodSourceRun, withoutNamesakes } from './pod-source.ts'
import type { ReadManifest } from './read-manifest.ts'

export type FileSourceOptions = {
  readonly path: string
  readonly periodMs: number
  readonly read: ReadManifest
  readonly onPods: OnPods
  readonly clock: Pick<Clock, 'after'>
  readonly log: (line: string) => void
}

// More than any manifest needs.
const bytesMax = 4 * 2 ** 20
// A file that is being written changes several times.
const settleMs = 20

type Held = { readonly stamp: string; readonly pods: readonly Pod[]; readonly fault: string }

export function followFiles(options: FileSourceOptions): PodSourceRun {
  const { path, periodMs, read, onPods, clock, log } = options
  const held = new Map<string, Held>()
  const told = new Set<string>()
  let isStopped = false
  let cancelTimer = () => {}
  let watcher: FSWatcher | undefined
  let looking: Promise<void> | undefined
  let isAgain = false

  function fault(line: string, current: Set<string>): void {
    current.add(line)
    if (!told.has(line)) log(line)
  }

  async function look(): Promise<void> {
    const faults = new Set<string>()
    const report = (line: string) => fault(line, faults)
    const files = await filesAt(path, report)
    // What cannot be listed is not known to be gone.
    if (files) {
      for (const file of held.keys()) if (!files.includes(file)) held.delete(file)
      for (const file of files) await readInto(file, report)
      const pods = files.flatMap(file => held.get(file)?.pods ?? [])
      if (!isStopped) onPods(withoutNamesakes(pods, report))
    }
    told.clear()
    for (const line of faults) told.add(line)
    follow()
  }

  async function readInto(file: string, report: (line: string) => void): Promise<void> {
    const before = held.get(file)
    try {
      const { size, mtimeMs, ctimeMs, ino, mode } = await stat(file)
      const stamp = [size, mtimeMs, ctimeMs, ino, mode].join(' ')
      if (stamp === before?.stamp) {
        if (before.fault !== '') report(before.fault)
        return
      }
      const bytes = await bytesOf(file)
      const { pods, faults, isUnreadable } = read(bytes, { source: 'file', at: file })
      const line = faults.length > 0 ? `manifest ${file}: ${faults.join('; ')}` : ''
      // A text that is half written says nothing about the pods of the one before.
      const kept = isUnreadable ? (before?.pods ?? []) : pods
      held.set(file, { stamp, pods: kept, fault: line })
      if (line !== '') report(line)
    } catch (error) {
      if (isMissing(error)) held.delete(file)
      else report(`manifest ${file}: ${(error as Error).message}`)
    }
  }

  function follow(): void {
    if (watcher || isStopped) return
    try {
      watcher = watch(path, () => {
        // The files that have been read already may be those that have changed.
        if (looking) {
          isAgain = true
          return
        }
        cancelTimer()
        cancelTimer = clock.after(settleMs, poke)
      })
      watcher.on('error', unfollow)
    } catch {
      // The path does not exist, or the system watches no more files: the period remains.
      watcher = undefined
    }
  }

  function unfollow(): void {
    watcher?.close()
    watcher = undefined
  }

  function poke(): void {
    if (isStopped) return
    if (looking) {
      isAgain = true
      return
    }
    cancelTimer()
    looking = look()
      .catch(error => log(`manifests at ${path}: ${String(error)}`))
      .finally(() => {
        looking = undefined
        if (isStopped) return
        cancelTimer()
        cancelTimer = clock.after(isAgain ? settleMs : periodMs, () => {
          // A directory that was replaced is another one to watch.
          if (!isAgain) unfollow()
          poke()
        })
        isAgain = false
      })
  }

  poke()
  return {
    async stop() {
      isStopped = true
      cancelTimer()
      unfollow()
      await looking
    },
  }
}

/** Returns the manifests at a path; none if nothing is there, undefined if that is not known. */
async function filesAt(
  path: string,
  report: (line: string) => void,
): Promise<readonly string[] | undefined> {
  try {
    const found = await stat(path)
    if (!found.isDirectory()) return found.isFile() ? [path] : notAFile(path, report)
    const names = (await readdir(path)).toSorted()
    const files = await Promise.all(
      names
        .filter(name => !name.startsWith('.'))
        .map(async name => ((await isFile(join(path, name))) ? [join(path, name)] : [])),
    )
    return files.flat()
  } catch (error) {
    if (isMissing(error)) {
      report(`manifests at ${path}: expected a file or a directory, found nothing`)
      return []
    }
    report(`manifests at ${path}: ${(error as Error).message}`)
    return undefined
  }
}

function notAFile(path: string, report: (line: string) => void): readonly string[] {
  report(`manifests at ${basename(path)}: expected a file or a directory, got something else`)
  return []
}

/** Whether a path is a regular file, or a link to one. A link to nothing is not. */
async function isFile(path: string): Promise<boolean> {
  const own = await lstat(path).catch(() => undefined)
  if (!own?.isSymbolicLink()) return own?.isFile() === true
  return (await stat(path).catch(() => undefined))?.isFile() === true
}

async function bytesOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    if (size > bytesMax) throw new Error(`expected at most ${bytesMax} bytes, got ${size}`)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))
