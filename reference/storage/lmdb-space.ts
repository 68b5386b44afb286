// Room on the disk before LMDB needs it. LMDB does not survive every failed write of a page, so the
// file is made longer first, by us: when that fails, the disk is full and LMDB never noticed.

import type { FileHandle } from 'node:fs/promises'
import { newestMeta } from './lmdb-pages.ts'

// The file grows in steps of this size, each with a sync of its own.
const stepSize = 1024 * 1024

// Each change of a tree may copy the pages on its way from the root; four levels of 4 KiB hold
// more than 10^8 records. What it copies anew goes to the list of free pages, for which the rest is.
const bytesPerChange = 16 * 1024
const bytesAside = 512 * 1024

export type TransactionSize = {
  /** The bytes of all values that it puts. */
  bytes: number
  /** How many keys it puts or removes. */
  changes: number
}

/** Reserves room behind the pages in use, for any transaction of a size. */
export function spaceReserver(file: FileHandle): (transaction: TransactionSize) => Promise<void> {
  let size: number | undefined

  return async ({ bytes, changes }) => {
    const { lastPage, pageSize } = newestMeta(file.fd)
    const used = (lastPage + 1) * pageSize
    // A value takes whole pages, so a short one up to twice its size; the shortest share a leaf.
    const needed = used + 2 * bytes + changes * bytesPerChange + bytesAside
    size ??= (await file.stat()).size
    if (needed <= size) return
    const wanted = Math.ceil(needed / stepSize) * stepSize
    let at = size
    // What a failure leaves is counted anew by the next call.
    size = undefined
    const zeros = Buffer.alloc(Math.min(stepSize, wanted - at))
    while (at < wanted)
      at += (await file.write(zeros, 0, Math.min(zeros.length, wanted - at), at)).bytesWritten
    await file.datasync()
    size = wanted
  }
}
