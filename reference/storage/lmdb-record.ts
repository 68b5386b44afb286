// Encodes and decodes the records of the journal, and the digests that detect damage.

import { createHash } from 'node:crypto'
import type { RootDatabase } from 'lmdb'
import type { HistoryBounds, TimedChange, JournalRecord } from './journal.ts'

// Written into every directory. A different layout of the records gets a different number.
export const storeFormat = 'touchstone store 1'

export const formatKey = Buffer.from('format')
export const headKey = Buffer.from('head')

const recordPrefix = 'r'.charCodeAt(0)

/** Keys sort by revision, after the two keys above. */
export function recordKey(revision: number): Buffer {
  const key = Buffer.alloc(9, recordPrefix)
  key.writeBigUInt64BE(BigInt(revision), 1)
  return key
}

export const revisionOfKey = (key: Buffer) => Number(key.readBigUInt64BE(1))

/** Sorts directly before the first record. */
export const beforeRecords = Buffer.of(recordPrefix)

/** A 64-bit digest. */
export type Digest = { high: number; low: number }

export const noDigest: Digest = { high: 0, low: 0 }

/** Adds a digest to a sum, or removes it again, in any order. */
export const toggleDigest = (sum: Digest, { high, low }: Digest): Digest => ({
  high: (sum.high ^ high) >>> 0,
  low: (sum.low ^ low) >>> 0,
})

const digestSize = 8

function digestOf(key: Buffer, body: Buffer): Digest {
  const hash = createHash('sha256').update(key).update(body).digest()
  return { high: hash.readUInt32BE(0), low: hash.readUInt32BE(4) }
}

/**
 * Prefixes a body with its digest. The digest covers the key, so a record is valid only under its
 * key.
 */
function sealed(key: Buffer, body: Buffer): { bytes: Buffer; digest: Digest } {
  const digest = digestOf(key, body)
  const bytes = Buffer.allocUnsafe(digestSize + body.length)
  bytes.writeUInt32BE(digest.high, 0)
  bytes.writeUInt32BE(digest.low, 4)
  body.copy(bytes, digestSize)
  return { bytes, digest }
}

/** Returns the digest that a record carries, unchecked. */
export const digestIn = (bytes: Buffer): Digest => ({
  high: bytes.readUInt32BE(0),
  low: bytes.readUInt32BE(4),
})

/** Returns the body of a record; undefined when its digest does not match. */
function unsealed(key: Buffer, bytes: Buffer): Buffer | undefined {
  if (bytes.length < digestSize) return undefined
  const body = bytes.subarray(digestSize)
  const { high, low } = digestOf(key, body)
  return bytes.readUInt32BE(0) === high && bytes.readUInt32BE(4) === low ? body : undefined
}

// The body of a change: committedAt, basedOn (0 for none), the length of the key, the key, then 1
// and the value, or 0 for a removal.
const basedOnAt = 8
const keyLengthAt = 16
const keyAt = 20

/** Encodes a change as one record. */
export function encodeRecord({ change, committedAt }: TimedChange) {
  const { type, entry, previous } = change
  const name = Buffer.from(entry.key)
  const value = type === 'put' ? entry.value : Buffer.alloc(0)
  const body = Buffer.allocUnsafe(keyAt + name.length + 1 + value.length)
  body.writeDoubleBE(committedAt, 0)
  body.writeDoubleBE(Number(previous?.revision ?? 0), basedOnAt)
  body.writeUInt32BE(name.length, keyLengthAt)
  name.copy(body, keyAt)
  body.writeUInt8(type === 'put' ? 1 : 0, keyAt + name.length)
  value.copy(body, keyAt + name.length + 1)
  const key = recordKey(Number(entry.revision))
  return { key, ...sealed(key, body) }
}

/** Decodes the change in a record; undefined when the record is damaged. */
export function decodeRecord(key: Buffer, bytes: Buffer): JournalRecord | undefined {
  const body = unsealed(key, bytes)
  if (body === undefined) return undefined
  const keyEnd = keyAt + body.readUInt32BE(keyLengthAt)
  const basedOn = body.readDoubleBE(basedOnAt)
  return {
    revision: revisionOfKey(key),
    key: body.toString('utf8', keyAt, keyEnd),
    value: body.readUInt8(keyEnd) === 1 ? body.subarray(keyEnd + 1) : undefined,
    basedOn: basedOn === 0 ? undefined : basedOn,
    committedAt: body.readDoubleBE(0),
  }
}

/**
 * The expected state of the whole journal: its bounds, and the number and digest sum of its
 * records.
 */
export type JournalHead = HistoryBounds & { newest: number; count: number; digest: Digest }

const headSize = 40

/** Encodes the head as one record. */
export function encodeHead({
  newest,
  oldest,
  compactedBefore,
  count,
  digest,
}: JournalHead): Buffer {
  const body = Buffer.alloc(headSize)
  for (const [index, number] of [newest, oldest, compactedBefore, count].entries()) {
    body.writeDoubleBE(number, index * 8)
  }
  body.writeUInt32BE(digest.high, 32)
  body.writeUInt32BE(digest.low, 36)
  return sealed(headKey, body).bytes
}

/** Decodes the head; undefined when the record is damaged. */
export function decodeHead(bytes: Buffer): JournalHead | undefined {
  const body = unsealed(headKey, bytes)
  if (body?.length !== headSize) return undefined
  return {
    newest: body.readDoubleBE(0),
    oldest: body.readDoubleBE(8),
    compactedBefore: body.readDoubleBE(16),
    count: body.readDoubleBE(24),
    digest: { high: body.readUInt32BE(32), low: body.readUInt32BE(36) },
  }
}

export type Environment = RootDatabase<Buffer, Buffer>

/** The head of an empty journal. */
export const firstHead = (revision: number): JournalHead => ({
  newest: revision,
  oldest: revision,
  compactedBefore: revision,
  count: 0,
  digest: noDigest,
})
