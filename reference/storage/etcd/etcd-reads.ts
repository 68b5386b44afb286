// Reads one key or a range of one snapshot, and checks whether a revision can still be read.

import assert from 'node:assert/strict'
import { on } from 'node:events'
import {
  Compacted,
  FutureRevision,
  type Key,
  type RangePage,
  type RangeQuery,
} from '../../api/store.ts'
import { type Revision, type StoredEntry, Unavailable } from '../../api/store.ts'
import type { Connection } from './connection.ts'
import type { KeySpace } from './keys.ts'
import { etcdMethods, type RangeRequest, type WatchResponse } from './messages.ts'
import { RevisionOutOfRange } from './store-errors.ts'

/** The reads of the etcd engine. */
export type EtcdReads = {
  get(key: Key): Promise<StoredEntry | undefined>
  /** @throws Compacted, FutureRevision */
  range(range: RangeQuery): Promise<RangePage>
  revision(): Promise<Revision>
  /** Rejects unless the snapshot of a revision can be read. @throws Compacted, FutureRevision */
  checkReadable(revision: Revision): Promise<void>
}

// A page of large objects takes a while to decode. Between pages, the event loop runs other work.
const pageSize = 500

// etcd reads 0 as the newest revision, and this is its largest revision.
const revisionMax = 2n ** 63n - 1n

/** Reads the keys of one key space. Each read is at least as new as any response before it. */
export function etcdReads(connection: Connection, space: KeySpace): EtcdReads {
  // No object has an empty name, so this key can be used for requests about the store as a whole.
  const nowhere = space.bytes('' as Key)

  async function read(request: RangeRequest) {
    try {
      return await connection.read(etcdMethods.range, request)
    } catch (error) {
      throw error instanceof RevisionOutOfRange ? await refusalOf(error.side) : error
    }
  }

  const refusalOf = async (side: 'compacted' | 'future') =>
    side === 'future' ? new FutureRevision(await revision()) : new Compacted(await oldest())

  async function revision(): Promise<Revision> {
    const { header } = await connection.read(etcdMethods.range, { key: nowhere, countOnly: true })
    return String(header.revision) as Revision
  }

  /**
   * Returns the oldest revision that etcd keeps. etcd reports it only to a watch that starts before
   * it.
   */
  async function oldest(): Promise<Revision> {
    const call = await connection.watch()
    const signal = AbortSignal.timeout(connection.deadlineMs)
    try {
      const answers = on(call, 'data', { signal })
      const keys = { key: nowhere, rangeEnd: Buffer.concat([nowhere, Buffer.of(0)]) }
      const options = { startRevision: '1', prevKv: true, watchId: '1', fragment: true } as const
      call.write({ createRequest: { ...keys, ...options } })
      for await (const [answer] of answers as AsyncIterable<[WatchResponse]>) {
        if (answer.canceled) return String(answer.compactRevision) as Revision
      }
    } catch (cause) {
      throw new Unavailable('etcd does not tell what it keeps', { effect: 'none', cause })
    } finally {
      call.on('error', () => {})
      call.cancel()
    }
    throw new Unavailable('etcd does not tell what it keeps', { effect: 'none' })
  }

  /** Refuses revisions that etcd would interpret as others. */
  async function checked(revision: Revision): Promise<Revision> {
    assert(/^\d+$/.test(revision), `a revision is a decimal number, got ${revision}`)
    if (BigInt(revision) > revisionMax) throw await refusalOf('future')
    // Revision 1 is the empty store, also before the first compaction.
    if (BigInt(revision) === 0n) throw await refusalOf('compacted')
    return String(BigInt(revision)) as Revision
  }

  async function snapshot({
    limit = Infinity,
    revision: at,
    ...keys
  }: RangeQuery): Promise<RangePage> {
    const { key, rangeEnd } = space.range(keys)
    const entries: StoredEntry[] = []
    let revision = at
    let next = key
    for (;;) {
      const size = Math.min(pageSize, limit - entries.length)
      const answer = await read({
        key: next,
        rangeEnd,
        // For etcd, a limit of 0 means no limit.
        ...(size === 0 ? { countOnly: true } : { limit: size }),
        ...(revision === undefined ? {} : { revision }),
      })
      revision ??= String(answer.header.revision) as Revision
      for (const kv of answer.kvs) entries.push(space.stored(kv))
      const remaining = Number(answer.count) - answer.kvs.length
      const last = answer.kvs.at(-1)
      if (remaining === 0 || last === undefined || entries.length === limit) {
        return { revision, entries, remaining }
      }
      next = Buffer.concat([last.key, Buffer.of(0)])
    }
  }

  return {
    async get(key) {
      const { kvs } = await read({ key: space.bytes(key) })
      return kvs[0] && space.stored(kvs[0])
    },

    async range({ revision, ...range }) {
      if (revision !== undefined) return snapshot({ ...range, revision: await checked(revision) })
      // The newest snapshot may be compacted while its pages are read. In that case read the new
      // newest one.
      return snapshot(range).catch((error: unknown) => {
        if (error instanceof Compacted) return snapshot(range)
        throw error
      })
    },

    revision,

    async checkReadable(revision) {
      await read({ key: nowhere, countOnly: true, revision: await checked(revision) })
    },
  }
}
