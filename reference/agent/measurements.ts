// What the agent measures of the machine, for garbage collection and eviction.

import { readdir, readFile, statfs } from 'node:fs/promises'
import type { Cri } from './cri.ts'

export type Filesystem = {
  readonly capacityBytes: number
  readonly availableBytes: number
  readonly inodes: number
  readonly inodesFree: number
}

export type Measurements = {
  readonly memory: { readonly totalBytes: number; readonly availableBytes: number }
  /** The file system of the agent's own files. */
  readonly nodefs: Filesystem
  /** The file system of the images, as the runtime says; absent if nobody knows it. */
  readonly imagefs?: Filesystem
  readonly processes?: { readonly max: number; readonly count: number }
}

export type Measure = () => Promise<Measurements>

/** Measures this machine. */
export const measureMachine =
  (rootDirectory: string, call: Cri['call']): Measure =>
  async () => {
    const nodefs = await filesystem(rootDirectory)
    const mountpoint = await imageMountpoint(call).catch(() => undefined)
    const imagefs = mountpoint ? await filesystem(mountpoint).catch(() => undefined) : undefined
    const processes = await processCount().catch(() => undefined)
    return {
      memory: await memory(),
      nodefs,
      ...(imagefs && { imagefs }),
      ...(processes && { processes }),
    }
  }

async function filesystem(path: string): Promise<Filesystem> {
  const { blocks, bavail, bsize, files, ffree } = await statfs(path)
  return {
    capacityBytes: blocks * bsize,
    availableBytes: bavail * bsize,
    inodes: files,
    inodesFree: ffree,
  }
}

// Much longer than it takes, and short enough for reports of the Node to go on without it.
const imageTimeoutMs = 5000

async function imageMountpoint(call: Cri['call']): Promise<string | undefined> {
  const { imageFilesystems } = await call('ImageFsInfo', {}, { timeoutMs: imageTimeoutMs })
  return imageFilesystems[0]?.fsId?.mountpoint
}

async function memory(): Promise<Measurements['memory']> {
  const text = await readFile('/proc/meminfo', 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`^${name}: *(\\d+)`, 'm').exec(text)?.[1])
  return {
    totalBytes: kilobytes('MemTotal') * 1024,
    availableBytes: kilobytes('MemAvailable') * 1024,
  }
}

async function processCount(): Promise<Measurements['processes']> {
  const max = Number(await readFile('/proc/sys/kernel/pid_max', 'utf8'))
  const count = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).length
  return { max, count }
}

const gibibyte = 2 ** 30

/** The mount point of the full disk of a machine on paper. */
const fullDisk = '/full'

/**
 * Measures a machine that exists only on paper. Half of its memory is free, and half of its disk. A
 * second disk is full: the images are on it while the runtime says so.
 */
export const paperMeasure =
  (memoryBytes: number) =>
  (call: Cri['call']): Measure => {
    const disk = {
      capacityBytes: 100 * gibibyte,
      availableBytes: 50 * gibibyte,
      inodes: 1_000_000,
      inodesFree: 500_000,
    }
    const memory = { totalBytes: memoryBytes, availableBytes: memoryBytes / 2 }
    return async () => {
      const mountpoint = await imageMountpoint(call).catch(() => undefined)
      const imagefs = mountpoint === fullDisk ? { ...disk, availableBytes: 0 } : disk
      return { memory, nodefs: disk, imagefs }
    }
  }
