// The storage engine that several servers can share: etcd v3. Its revisions are those of etcd, so
// they also count writes outside of the prefix.

import assert from 'node:assert/strict'
import { compaction } from './etcd/compaction.ts'
import { connect, type ConnectionOptions } from './etcd/connection.ts'
import { keySpace } from './etcd/keys.ts'
import { etcdMethods, type TxnRequest } from './etcd/messages.ts'
import { etcdReads } from './etcd/etcd-reads.ts'
import { RevisionOutOfRange } from './etcd/store-errors.ts'
import { etcdWatches } from './etcd/etcd-watches.ts'
import {
  type StoreChange,
  WriteConflict,
  FutureRevision,
  type Guard,
  OutOfSpace,
  type Revision,
} from '../api/store.ts'
import { type Store, type StoredEntry, Unavailable, type StoreWrite } from '../api/store.ts'

export type EtcdStoreOptions = ConnectionOptions & {
  /** The prefix of the keys of this store in etcd, such as `/registry`. */
  prefix: string
  /** The minimum time for which a snapshot can be read after it was superseded. */
  historyMs: number
  /** Milliseconds; only differences matter. */
  clock: { now(): number }
  /**
   * The maximum number of bytes queued for one reader before its etcd watch is paused; 8 MiB unless
   * set.
   */
  backlogMax?: number
}

// Up to a quarter of the history may be kept beyond `historyMs`.
const stepsPerHistory = 4
const stepMsMax = 60_000

/** Opens a store in a running etcd. @throws Unavailable when none of the servers answers */
export async function openEtcdStore(options: EtcdStoreOptions): Promise<Store> {
  const { historyMs, clock, backlogMax = 8 * 1024 * 1024 } = options
  const connection = await connect(options)
  const space = keySpace(options.prefix)
  const { get, range, revision: newest, checkReadable } = etcdReads(connection, space)
  const following = etcdWatches({ connection, space, checkReadable, backlogMax })
  let isClosed = false

  const open = () => assert(!isClosed, 'the store is closed')

  async function revision(): Promise<Revision> {
    open()
    const revision = await newest()
    following.requestProgress(revision)
    return revision
  }

  async function commit(write: StoreWrite): Promise<StoredEntry> {
    open()
    const key = space.bytes(write.key)
    const answer = await connection
      .write(etcdMethods.txn, transaction(key, write))
      .catch((error: unknown) => {
        if (error instanceof OutOfSpace && 'value' in write) return keptAnyway(write, error)
        throw error
      })
    if ('key' in answer) return answer
    const { header, succeeded, responses } = answer
    const [response] = responses
    if (!succeeded) {
      const current = response?.responseRange?.kvs[0]
      throw new WriteConflict(current && space.stored(current))
    }
    const revision = String(header.revision) as Revision
    if ('value' in write) return { key: write.key, revision, value: write.value }
    const removed = response?.responseDeleteRange?.prevKvs[0]
    assert(removed, 'etcd has removed a key but does not show it')
    return space.stored(removed, revision)
  }

  /**
   * Returns the stored entry of a write that etcd refused as out of space. etcd applies the write
   * that reaches its quota although it answers that there is no space, so only a read shows the
   * effect.
   * @throws OutOfSpace when it was not applied, Unavailable when the effect is unknown
   */
  async function keptAnyway(
    { key, guard, value }: Extract<StoreWrite, { value: Buffer }>,
    refusal: OutOfSpace,
  ): Promise<StoredEntry> {
    const unknown = (cause: unknown) =>
      new Unavailable(`${refusal.message}; whether it kept the write is unknown`, {
        effect: 'unknown',
        cause,
      })
    const current = await get(key).catch((cause: unknown) => {
      throw unknown(cause)
    })
    const base = 'basedOn' in guard ? guard.basedOn : undefined
    if (current && current.revision !== base && current.value.equals(value)) return current
    // The create was not applied: the key is absent, or holds the entry that it conflicts with. Or
    // the update was not applied: the key still holds its base.
    if (base === undefined || current?.revision === base) throw refusal
    // Another write followed the base, either before or after this write.
    throw unknown(refusal)
  }

  async function compact(keep: Revision): Promise<void> {
    open()
    assert(/^\d+$/.test(keep), `a revision is a decimal number, got ${keep}`)
    try {
      await connection.write(etcdMethods.compact, { revision: keep })
    } catch (error) {
      if (!(error instanceof RevisionOutOfRange)) throw error
      if (error.side === 'future') throw new FutureRevision(await newest())
    }
  }

  async function* watch(
    prefix: string,
    after: Revision,
    signal: AbortSignal,
    pass?: (revision: Revision) => void,
  ): AsyncGenerator<StoreChange> {
    open()
    await checkReadable(after).catch((refusal: unknown) => {
      if (!signal.aborted && !isClosed) throw refusal
    })
    const follower = following.follow(space.range({ prefix }), after)
    const leave = () => following.leave(follower)
    signal.addEventListener('abort', leave)
    if (signal.aborted || isClosed) leave()
    try {
      for (;;) {
        const steps = await follower.backlog.take()
        if (steps === undefined) return
        following.resume(follower)
        for (const step of steps) {
          if (signal.aborted || isClosed) return
          if ('change' in step) yield step.change
          else pass?.(step.passed)
        }
      }
    } finally {
      signal.removeEventListener('abort', leave)
      leave()
    }
  }

  const { step } = compaction({ revision, compact }, { clock, historyMs })
  const stepMs = Math.min(historyMs / stepsPerHistory, stepMsMax)
  // Ignore the failure of a step that runs while the store closes.
  const stepNow = () =>
    step().catch((error: unknown) => {
      if (!isClosed) throw error
    })
  const steps = setInterval(() => void stepNow(), stepMs).unref()

  return {
    async get(key) {
      open()
      return get(key)
    },

    async range(wanted) {
      open()
      return range(wanted)
    },

    commit,
    revision,
    watch,
    compact,

    async checkWritable() {
      open()
      const errors = await connection.errors()
      const space = errors.find(error => error.includes('NOSPACE'))
      if (space !== undefined) throw new OutOfSpace(`etcd is out of space: ${space}`)
    },

    async close() {
      isClosed = true
      clearInterval(steps)
      following.close()
      connection.close()
    },
  }
}

/** Builds one request that writes if the guard holds, and reads the current entry if not. */
function transaction(key: Buffer, write: StoreWrite): TxnRequest {
  const action =
    'value' in write
      ? { requestPut: { key, value: write.value } }
      : { requestDeleteRange: { key, prevKv: true as const } }
  return {
    compare: [{ result: 0, target: 2, key, modRevision: expected(write.guard) }],
    success: [action],
    failure: [{ requestRange: { key } }],
  }
}

// A revision that no entry can have must never match, whatever its value as a 64-bit number: 0
// would match an absent key.
const expected = (guard: Guard) => {
  if ('absent' in guard) return '0'
  return /^[1-9]\d{0,17}$/.test(guard.basedOn) ? guard.basedOn : '-1'
}
