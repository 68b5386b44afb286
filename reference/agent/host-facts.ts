// What the agent must know of the machine before it starts, and its size.

import { readFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import type { HostFacts } from '../config/flags/flag.ts'
import { requiredTunables } from '../config/flags/rules/host.ts'
import type { Cri } from './cri.ts'
import type { Measure } from './measurements.ts'

/** Reads the facts that rules of flags are about. What cannot be read is left out. */
export async function readHostFacts(): Promise<HostFacts> {
  const swaps = await textOf('/proc/swaps')
  const mounts = await textOf('/proc/self/mounts')
  const tunables = await Promise.all(
    [...requiredTunables.keys()].map(async name => {
      const text = await textOf(`/proc/sys/${name.replaceAll('.', '/')}`)
      return text === undefined ? [] : [[name, text.trim()] as const]
    }),
  )
  return {
    ...(swaps !== undefined && { isSwapOn: swaps.trim().split('\n').length > 1 }),
    ...(mounts !== undefined && {
      cgroupVersion: /^\S+ \/sys\/fs\/cgroup cgroup2 /m.test(mounts) ? 2 : 1,
    }),
    tunables: Object.fromEntries(tunables.flat()),
  }
}

const textOf = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch(() => undefined)

/** The size of the machine, and how its use is measured: by reading it, unless set. */
export type Machine = {
  readonly cores: number
  readonly memoryBytes: number
  /** Given the calls of the runtime, which names the file system of the images. */
  readonly measureWith?: (call: Cri['call']) => Measure
}

export const thisMachine = (): Machine => ({ cores: cpus().length, memoryBytes: totalmem() })
