// The bytes of a file that people name, or why there are none.

import { readFileSync, statSync } from 'node:fs'
import { bytesMax } from '../reading/read-config.ts'

export type Fault = { readonly fault: string }

/** Reads a regular file: pipes and devices may never end. */
export function openFile(name: string): { readonly bytes: Buffer } | Fault {
  const stats = tried(() => statSync(name))
  if ('fault' in stats) return stats
  const { size } = stats.value
  if (!stats.value.isFile()) return { fault: 'not a regular file' }
  if (size > bytesMax) return { fault: `${size} bytes; the limit is ${bytesMax}` }
  const read = tried(() => readFileSync(name))
  return 'fault' in read ? read : { bytes: read.value }
}

/** What the file system answers; it says no by throwing. */
export function tried<T>(
  ask: () => T,
): { readonly value: T } | (Fault & { readonly code: string }) {
  try {
    return { value: ask() }
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException
    // Without the call and the path, which stand in the finding.
    return { fault: message.replace(/, \w+( '.*)?$/s, ''), code }
  }
}
