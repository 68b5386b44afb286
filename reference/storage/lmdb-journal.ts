// The journal in one LMDB environment: one record per revision, and a head with the totals.

import assert from 'node:assert/strict'
import { constants } from 'node:os'
import type { JournalBatch, Journal, JournalRecord } from './journal.ts'
import type { DataFile } from './lmdb-file.ts'
import type { DamageError } from './lmdb-pages.ts'
import {
  beforeRecords,
  decodeRecord,
  type Digest,
  digestIn,
  type JournalHead,
  decodeHead,
  headKey,
  encodeHead,
  noDigest,
  recordKey,
  encodeRecord,
  revisionOfKey,
  toggleDigest,
  type Environment,
} from './lmdb-record.ts'
import { spaceReserver, type TransactionSize } from './lmdb-space.ts'
import { OutOfSpace, Unavailable } from '../api/store.ts'

/** Returns the journal of a data file. @throws UnusableDirectory when its content is damaged */
export function lmdbJournal({ environment, file, damaged, close }: DataFile): Journal {
  const reserve = spaceReserver(file)
  let head = readHead(environment, damaged)
  const changes = readChanges(environment, head, damaged)
  let failed: Unavailable | undefined
  // The last transaction that was refused because the disk was full.
  let refused: TransactionSize | undefined
  const alone = mutex()

  async function append(batch: JournalBatch): Promise<void> {
    if (failed !== undefined) throw failed
    const { oldest, compactedBefore } = batch
    const records = batch.changes.map(encodeRecord)
    const gone = batch.forgotten.map(key => forgottenIn(environment, key))
    const next: JournalHead = {
      newest: head.newest + records.length,
      oldest,
      compactedBefore,
      count: head.count + records.length - gone.length,
      digest: [...records, ...gone].map(({ digest }) => digest).reduce(toggleDigest, head.digest),
    }
    const bytes = records.reduce((sum, record) => sum + record.bytes.length, 0)
    const transaction = { bytes, changes: records.length + gone.length + 1 }
    await reserve(transaction).catch(refuseFor('none', transaction))
    await transact(environment, () => {
      const puts = records.map(({ key, bytes }) => environment.put(key, bytes))
      const removals = gone.map(({ key }) => environment.remove(key))
      return [...puts, ...removals, environment.put(headKey, encodeHead(next))]
    }).catch(refuseFor('unknown', transaction))
    if (refused !== undefined && bytes >= refused.bytes) refused = undefined
    head = next
  }

  /** After a refusal because the disk was full, tries to reserve that space again. */
  async function checkWritable(): Promise<void> {
    if (failed !== undefined) throw failed
    if (refused === undefined) return
    await reserve(refused).catch(refuseFor('none', refused))
    refused = undefined
  }

  /**
   * Converts a failure to a refusal. If the disk was just full, later writes are tried again; after
   * any other failure, all writes are refused until the store is reopened.
   */
  const refuseFor =
    (effect: 'none' | 'unknown', transaction: TransactionSize) => (cause: unknown) => {
      if (isDiskFull(cause) && isUsable(environment)) {
        refused = transaction
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new OutOfSpace(`the disk is full: nothing is written until there is room (${reason})`)
      }
      const message = `the disk failed, nothing is written until a restart: ${String(cause)}`
      failed = new Unavailable(message, { effect: 'none', cause })
      throw new Unavailable(message, { effect, cause })
    }

  const { newest, oldest, compactedBefore } = head
  return {
    contents: { newest, oldest, compactedBefore, changes },
    append: batch => alone(() => append(batch)),
    checkWritable: () => alone(checkWritable),
    close,
  }
}

/**
 * Runs tasks one after the other: while a transaction writes its reserved pages, no other
 * reservation may fill them with zeros.
 */
function mutex(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return act => {
    const run = last.then(act)
    last = run.catch(() => {})
    return run
  }
}

/** Writes the changes of one transaction. Resolves when they are on the disk. */
async function transact(environment: Environment, change: () => Promise<boolean>[]): Promise<void> {
  let changes: Promise<boolean>[] = []
  const all = environment.batch(() => {
    changes = change()
  })
  try {
    await Promise.all([all, ...changes])
  } catch (failure) {
    // LMDB attaches the cause to the rejection as a second promise, which also rejects.
    const reason = failure instanceof Error && 'commitError' in failure && failure.commitError
    await (reason || failure)
    throw failure
  }
}

function readHead(environment: Environment, damaged: DamageError): JournalHead {
  const bytes = environment.getBinary(headKey)
  const head = bytes && decodeHead(bytes)
  if (head !== undefined) return head
  throw damaged('the head record', 'a record whose digest fits', bytes ? 'another one' : 'none')
}

/**
 * Reads all records. Each one has a digest; the sum of all digests shows missing and extra records.
 */
function readChanges(
  environment: Environment,
  head: JournalHead,
  damaged: DamageError,
): JournalRecord[] {
  const changes: JournalRecord[] = []
  let sum = noDigest
  for (const { key, value } of environment.getRange({ start: beforeRecords })) {
    const change = decodeRecord(key, value)
    const where = `the record of revision ${revisionOfKey(key)}`
    if (change === undefined) throw damaged(where, 'a digest that fits', 'another one')
    sum = toggleDigest(sum, digestIn(value))
    changes.push(change)
  }
  const expected = contentOf(head.count, head.digest)
  const got = contentOf(changes.length, sum)
  if (got !== expected) throw damaged('the records', expected, got)
  return changes
}

const contentOf = (count: number, { high, low }: Digest) =>
  `${count} with the sum ${high.toString(16)}:${low.toString(16)}`

function forgottenIn(environment: Environment, revision: number) {
  const key = recordKey(revision)
  const bytes = environment.getBinary(key)
  assert(bytes !== undefined, `revision ${revision} is to be forgotten, but is not kept`)
  return { key, digest: digestIn(bytes) }
}

// Errors of Node have the name of the error code, those of LMDB its number.
const { ENOSPC, EDQUOT, EFBIG } = constants.errno
const full: unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', ENOSPC, EDQUOT, EFBIG]

const isDiskFull = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && full.includes(cause.code)

/** Whether another transaction can begin. An empty one writes nothing. */
function isUsable(environment: Environment): boolean {
  try {
    environment.transactionSync(() => {})
    return true
  } catch {
    // LMDB refuses to begin after a failure that it could not undo.
    return false
  }
}
