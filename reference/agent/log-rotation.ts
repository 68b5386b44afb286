// Rotates the log files of containers that have grown too long.

import { readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../api/clock.ts'
import { type CriCall, isNotFound } from './cri.ts'
import { logDirectoryOf } from './pod-config.ts'
import type { PodState } from './pod-state.ts'

export type LogRotationOptions = {
  readonly call: CriCall
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: (line: string) => void
  readonly rootDirectory: string
  readonly states: () => readonly PodState[]
  /** The files of one container, the current one among them. */
  readonly filesMax: number
  /** Above this a file is rotated; negative for never. */
  readonly bytesMax: number
}

const periodMs = 10_000

/** Looks at all logs every ten seconds, as genuine agents do. Returns the function that ends it. */
export function rotateLogs(options: LogRotationOptions): () => void {
  const { clock, log, rootDirectory, states, bytesMax } = options
  if (bytesMax < 0) return () => {}
  let isStopped = false
  let cancel = clock.after(periodMs, turn)

  async function look(): Promise<void> {
    for (const { pod, runtime } of states()) {
      if (!pod) continue
      for (const { id, name, attempt, state } of runtime.instances) {
        if (state !== 'running' || isStopped) continue
        const file = join(logDirectoryOf(pod, rootDirectory), name, `${attempt}.log`)
        const found = await stat(file).catch(() => undefined)
        if (found && found.size > bytesMax) await rotate(file, id, options)
      }
    }
  }

  function turn(): void {
    look()
      .catch(error => log(`logs of containers: ${(error as Error).message}`))
      .finally(() => {
        if (!isStopped) cancel = clock.after(periodMs, turn)
      })
  }

  return () => {
    isStopped = true
    cancel()
  }
}

/** Renames a file after the time, tells the runtime, and removes the oldest files. */
async function rotate(
  file: string,
  containerId: string,
  { call, clock, filesMax }: LogRotationOptions,
): Promise<void> {
  const time = new Date(clock.now())
    .toISOString()
    .replace(/[-:]|\..*/g, '')
    .replace('T', '-')
  const rotated = `${file}.${time}`
  await rename(file, rotated)
  try {
    await call('ReopenContainerLog', { containerId })
  } catch (error) {
    // The runtime goes on with the old file, which has to have its name back.
    await rename(rotated, file)
    if (!isNotFound(error)) throw error
  }
  const directory = dirname(file)
  const start = `${file.slice(directory.length + 1)}.`
  const old = (await readdir(directory)).filter(name => name.startsWith(start)).toSorted()
  for (const name of old.slice(0, Math.max(0, old.length - (filesMax - 1)))) {
    await rm(join(directory, name), { force: true })
  }
}
