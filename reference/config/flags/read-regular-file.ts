// Reads a file that the user names, or returns why it cannot be read.

import { readFileSync, statSync } from 'node:fs'
import { configBytesMax } from '../reading/read-config.ts'

export type FileFault = { readonly fault: string }

/** Reads a regular file. Pipes and devices are refused, because they may never end. */
export function readRegularFile(name: string): { readonly bytes: Buffer } | FileFault {
  const stats = tryFileSystem(() => statSync(name))
  if ('fault' in stats) return stats
  const { size } = stats.value
  if (!stats.value.isFile()) return { fault: 'not a regular file' }
  if (size > configBytesMax) return { fault: `${size} bytes; the limit is ${configBytesMax}` }
  const read = tryFileSystem(() => readFileSync(name))
  return 'fault' in read ? read : { bytes: read.value }
}

/** Runs a file system call, which throws on a fault. */
export function tryFileSystem<T>(
  ask: () => T,
): { readonly value: T } | (FileFault & { readonly code: string }) {
  try {
    return { value: ask() }
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException
    // Removes the system call and the path, which the finding already names.
    return { fault: message.replace(/, \w+( '.*)?$/s, ''), code }
  }
}
