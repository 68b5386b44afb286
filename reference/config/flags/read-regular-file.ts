// The bytes of a file that people name, or why there are none.

import { readFileSync, statSync } from 'node:fs'
import { configBytesMax } from '../reading/read-config.ts'

export type FileFault = { readonly fault: string }

/** Reads a regular file: pipes and devices may never end. */
export function readRegularFile(name: string): { readonly bytes: Buffer } | FileFault {
  const stats = tryFileSystem(() => statSync(name))
  if ('fault' in stats) return stats
  const { size } = stats.value
  if (!stats.value.isFile()) return { fault: 'not a regular file' }
  if (size > configBytesMax) return { fault: `${size} bytes; the limit is ${configBytesMax}` }
  const read = tryFileSystem(() => readFileSync(name))
  return 'fault' in read ? read : { bytes: read.value }
}

/** What the file system answers; it says no by throwing. */
export function tryFileSystem<T>(
  ask: () => T,
): { readonly value: T } | (FileFault & { readonly code: string }) {
  try {
    return { value: ask() }
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException
    // Without the call and the path, which stand in the finding.
    return { fault: message.replace(/, \w+( '.*)?$/s, ''), code }
  }
}
