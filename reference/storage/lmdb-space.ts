// Reserves disk space before LMDB needs it. LMDB does not survive every failed write of a page. So
// the file is extended first: when that fails, the disk is full and LMDB is not affected.

import type { FileHandle } from 'node:fs/promises'
import { newestMeta } from './lmdb-pages.ts'

// The file grows in steps of this size, followed by a sync.
const stepSize = 1024 * 1024

// A change of a tree may copy all pages on its path from the root; four levels of 4 KiB pages hold
// more than 10^8 records. The replaced pages go to LMDB's list of free pages, which `bytesAside`
// covers.
const bytesPerChange = 16 * 1024
const bytesAside = 512 * 1024

/** The size of a transaction, from which its disk space is estimated. */
export type TransactionSize = {
  /** The total size of the values that are put. */
  bytes: number
  /** The number of keys that are put or removed. */
  changes: number
}

/** Returns a function that reserves space behind the used pages for any transaction of a size. */
export function spaceReserver(file: FileHandle): (transaction: TransactionSize) => Promise<void> {
  let size: number | undefined

  return async ({ bytes, changes }) => {
    const { lastPage, pageSize } = newestMeta(file.fd)
    const used = (lastPage + 1) * pageSize
    // A large value takes whole pages, so a short one takes up to twice its size. The shortest
    // values share a leaf page.
    const needed = used + 2 * bytes + changes * bytesPerChange + bytesAside
    size ??= (await file.stat()).size
    if (needed <= size) return
    const wanted = Math.ceil(needed / stepSize) * stepSize
    let offset = size
    // After a failure, the next call reads the size of the file again.
    size = undefined
    const zeros = Buffer.alloc(Math.min(stepSize, wanted - offset))
    while (offset < wanted)
      offset += (await file.write(zeros, 0, Math.min(zeros.length, wanted - offset), offset))
        .bytesWritten
    await file.datasync()
    size = wanted
  }
}
