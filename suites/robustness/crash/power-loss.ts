// The recorded calls to a disk, and the possible contents of the disk after a power failure.

import { type CommitNote, parseNotes } from './commit-notes.ts'

export type DiskCall =
  /** A write that is durable only after a sync. */
  | { call: 'write'; offset: number; bytes: Buffer }
  /** A write that is durable when it has returned. */
  | { call: 'synced write'; offset: number; bytes: Buffer }
  | { call: 'synced write returned' }
  | { call: 'sync' }
  | { call: 'note'; text: string }

const headSize = 17

/**
 * Parses the calls in a record of `disk.c`. @throws Error on a call that images cannot be made from
 */
export function parseDiskCalls(record: Buffer): DiskCall[] {
  const calls: DiskCall[] = []
  for (let at = 0; at < record.length; ) {
    const letter = String.fromCharCode(record.readUInt8(at))
    const offset = Number(record.readBigInt64LE(at + 1))
    const length = Number(record.readBigInt64LE(at + 9))
    calls.push(callOf(letter, offset, record.subarray(at + headSize, at + headSize + length)))
    at += headSize + length
  }
  return calls
}

function callOf(letter: string, offset: number, bytes: Buffer): DiskCall {
  if (letter === 'W') return { call: 'write', offset, bytes }
  if (letter === 'D') return { call: 'synced write', offset, bytes }
  if (letter === 'd') return { call: 'synced write returned' }
  if (letter === 'S') return { call: 'sync' }
  if (letter === 'N') return { call: 'note', text: bytes.toString() }
  throw new Error(`the file was changed by a call that is not understood: ${letter} at ${offset}`)
}

const sectorSize = 512

type Bytes = { offset: number; bytes: Buffer }

/**
 * Makes the content of a file after a power failure that follows some calls. It has all synced
 * writes. Each other write is applied completely, in some of its sectors, or not at all. `believes`
 * states whether the disk keeps synced writes. A disk that does not must be detected.
 */
export function diskImageAfter(
  start: Buffer,
  calls: DiskCall[],
  draw: (bound: number) => number,
  believes = true,
): Buffer {
  const kept: Bytes[] = []
  const pending: Bytes[] = []
  for (const call of calls) {
    if (call.call === 'write' || call.call === 'synced write') pending.push(call)
    else if (call.call === 'sync' && believes) kept.push(...pending.splice(0))
    else if (call.call === 'synced write returned' && believes) kept.push(...pending.splice(-1))
  }
  if (!believes) kept.push(...pending.splice(0, pending.length - unsyncedMax))
  return patched(start, [...kept, ...pending.flatMap(write => survivors(write, draw))])
}

// Even a disk that ignores syncs writes old data.
const unsyncedMax = 40

function survivors(write: Bytes, draw: (bound: number) => number): Bytes[] {
  const fate = draw(3)
  if (fate === 0) return []
  if (fate === 1) return [write]
  const sectors: Bytes[] = []
  for (let offset = 0; offset < write.bytes.length; ) {
    const end = offset + sectorSize - ((write.offset + offset) % sectorSize)
    if (draw(2) === 0)
      sectors.push({ offset: write.offset + offset, bytes: write.bytes.subarray(offset, end) })
    offset = end
  }
  return sectors
}

function patched(start: Buffer, writes: Bytes[]): Buffer {
  const ends = writes.map(({ offset, bytes }) => offset + bytes.length)
  const image = Buffer.alloc(ends.reduce((longest, end) => Math.max(longest, end), start.length))
  start.copy(image)
  for (const { offset, bytes } of writes) bytes.copy(image, offset)
  return image
}

/** The notes that were written within some calls. */
export const notesInCalls = (calls: DiskCall[]): CommitNote[] =>
  parseNotes(calls.map(call => (call.call === 'note' ? call.text : '')).join(''))
