// Tests watches on etcd beyond the contract: several stores, slow readers, progress.

import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createEntry,
  isBefore,
  storeKey,
  watchReader,
  removeEntry,
  changeSummaryOf,
  updateEntry,
} from '../contract-test.ts'
import { type EtcdStoreOptions, openEtcdStore } from '../etcd.ts'
import {
  Compacted,
  WriteConflict,
  type Revision,
  type Store,
  type StoredEntry,
} from '../../api/store.ts'
import { compaction, dueMark } from './compaction.ts'
import { reportsProgressInOrder } from './connection.ts'
import { startTestLink } from './test-link.ts'
import { findEtcd, startTestEtcd, type TestEtcd } from './test-server.ts'

const found = await findEtcd()
const closing: (() => Promise<void>)[] = []
let prefixes = 0
let prefix = ''

async function open({ url }: { url: string }, options: Partial<EtcdStoreOptions> = {}) {
  const settings = { servers: [url], prefix, historyMs: 300_000, clock: Date, ...options }
  const store = await openEtcdStore(settings)
  closing.push(() => store.close())
  return store
}

/**
 * A watch whose `passed(revision)` resolves when `pass` was called with that revision or a later
 * one.
 */
function passing(store: Store, prefix: string, after: Revision) {
  const stopping = new AbortController()
  const notices = new EventTarget()
  let newest = after
  const pass = (revision: Revision) => {
    newest = revision
    notices.dispatchEvent(new Event('pass'))
  }
  const changes = store.watch(prefix, after, stopping.signal, pass)[Symbol.asyncIterator]()
  return {
    next: () => changes.next(),
    async passed(revision: Revision) {
      while (isBefore(newest, revision)) await once(notices, 'pass')
    },
  }
}

async function randomWrites(store: Store, names: string[], count: number): Promise<void> {
  for (let write = 0; write < count; write++) {
    const name = names[(write * 7) % names.length] ?? 'g/r/n/a'
    const there = await store.get(storeKey(name))
    const writing = there
      ? write % 5 === 0
        ? removeEntry(store, there)
        : updateEntry(store, there, `${write}`)
      : createEntry(store, name, `${write}`)
    // There are concurrent writes, so a conflict is as good as a success.
    await writing.catch((refusal: unknown) => expect(refusal).toBeInstanceOf(WriteConflict))
  }
}

const tooOld =
  'command' in found && !reportsProgressInOrder(found.version)
    ? ` (etcd ${found.version} tells progress out of order)`
    : ''

describe.skipIf('missing' in found)(
  `stores on one etcd${'missing' in found ? ` (${found.missing})` : ''}`,
  () => {
    let etcd: TestEtcd

    beforeAll(async () => {
      if ('command' in found) etcd = await startTestEtcd(found.command)
    })

    afterEach(async () => {
      prefix = `/follow-${prefixes++}`
      for (const close of closing.splice(0).toReversed()) await close()
    })

    afterAll(() => etcd?.close())

    it('agree on keys, revisions and the order of changes', async () => {
      const stores = [await open(etcd), await open(etcd), await open(etcd)]
      const [first, second] = [await open(etcd), await open(etcd)]
      const start = await first.revision()
      const names = ['g/r/n/a', 'g/r/n/b', 'g/r/m/a', 'g/s//a']
      const watches = [watchReader(first, 'g/', start), watchReader(second, 'g/', start)]

      await Promise.all(stores.map(store => randomWrites(store, names, 60)))
      const end = await createEntry(first, 'g/z/n/end', '')

      const histories = await Promise.all(
        watches.map(async watch => {
          const history: string[] = []
          for (;;) {
            const [change] = await watch.take(1)
            if (change === undefined || change.entry.key === end.key) return history
            history.push(changeSummaryOf(change))
          }
        }),
      )
      expect(histories[0]?.length).toBeGreaterThan(60)
      expect(histories[1]).toEqual(histories[0])
      expect(await second.range({ prefix: '' })).toEqual(await first.range({ prefix: '' }))
      expect(await second.range({ prefix: 'g/r/', revision: end.revision })).toEqual(
        await first.range({ prefix: 'g/r/', revision: end.revision }),
      )
    })

    it('are isolated under different prefixes', async () => {
      const [one, other] = [
        await open(etcd, { prefix: `${prefix}/a` }),
        await open(etcd, { prefix: `${prefix}/ab` }),
      ]
      const a = await createEntry(one, 'g/r/n/a', '1')

      expect((await other.range({ prefix: '' })).entries).toEqual([])
      expect(await other.get(a.key)).toBeUndefined()
    })

    it('read a range of more than one page as one snapshot', async () => {
      const store = await open(etcd)
      const names = Array.from(
        { length: 1_203 },
        (_, index) => `g/r/n/${String(index).padStart(5, '0')}`,
      )
      await Promise.all(names.map(name => createEntry(store, name, '1')))

      const { entries, remaining, revision } = await store.range({ prefix: 'g/' })
      const most = await store.range({ prefix: 'g/', limit: 1_200, revision })

      expect(entries.map(({ key }) => key)).toEqual(names)
      expect(remaining).toBe(0)
      expect(most).toEqual({ revision, entries: entries.slice(0, 1_200), remaining: 3 })
    })

    it.skipIf(tooOld)(
      `report to a reader that a revision outside its prefix has passed${tooOld}`,
      async () => {
        const [store, other] = [await open(etcd), await open(etcd, { prefix: '/elsewhere' })]
        const a = await createEntry(store, 'g/r/n/a', '1')
        const watch = passing(store, '', a.revision)
        const next = watch.next()
        const elsewhere = await createEntry(other, `g/r/n/${prefixes}`, '1')

        const revision = await store.revision()
        await watch.passed(revision)
        const changed = await updateEntry(store, a, '2')

        expect(isBefore(elsewhere.revision, revision)).toBe(false)
        expect(await next).toMatchObject({ value: { entry: changed } })
      },
    )

    it.skipIf(tooOld)(
      `report progress to readers that start while others catch up${tooOld}`,
      async () => {
        const store = await open(etcd)
        const first = await createEntry(store, 'g/r/n/0', '1')
        let last: StoredEntry = first
        for (let at = 1; at < 30; at++) last = await createEntry(store, `g/r/n/${at}`, '1')
        const revision = await store.revision()

        const readers = Array.from({ length: 20 }, (_, index) => {
          const watch = passing(store, 'g/s/', index % 2 === 0 ? first.revision : last.revision)
          void watch.next()
          void store.revision()
          return watch.passed(index % 2 === 0 ? revision : last.revision)
        })

        await Promise.all(readers)
      },
    )

    it.skipIf(tooOld)(
      `keep the position of an idle reader, also over a compaction${tooOld}`,
      async () => {
        const line = await startTestLink(etcd.url)
        closing.push(() => line.close())
        const [store, other] = [await open(line), await open(etcd)]
        const start = await store.revision()
        const watch = passing(store, 'g/quiet/', start)
        const next = watch.next()
        for (const name of ['a', 'b', 'c']) await createEntry(other, `g/busy/n/${name}`, '1')
        const revision = await store.revision()
        await watch.passed(revision)

        line.cut()
        await other.compact(revision)
        line.restore()
        const quiet = await createEntry(other, 'g/quiet/n/a', '1')

        expect(await next).toMatchObject({ value: { entry: quiet } })
      },
    )

    it('buffer a limited number of changes for a slow reader, and read more later', async () => {
      const store = await open(etcd, { backlogMax: 1 })
      const watch = watchReader(store, 'g/', await store.revision())
      let last = await createEntry(store, 'g/r/n/a', '0')
      expect(await watch.take(1)).toHaveLength(1)
      for (let change = 1; change < 20; change++) last = await updateEntry(store, last, `${change}`)

      const values = (await watch.take(19)).map(({ entry }) => entry.value.toString())

      expect(values).toEqual(Array.from({ length: 19 }, (_, change) => `${change + 1}`))
    })

    it('refuse a reader that is behind the compacted revision', async () => {
      const store = await open(etcd, { backlogMax: 1 })
      const watch = watchReader(store, 'g/', await store.revision())
      let last = await createEntry(store, 'g/r/n/a', '0')
      expect(await watch.take(1)).toHaveLength(1)
      for (let change = 1; change < 20; change++) last = await updateEntry(store, last, `${change}`)
      await store.compact(last.revision)

      const reading = watch.take(19)

      await expect(reading).rejects.toBeInstanceOf(Compacted)
      await expect(reading).rejects.toMatchObject({ oldest: last.revision })
    })

    it('keep the promised history and compact what is older', async () => {
      const store = await open(etcd)
      let now = 0
      const { step } = compaction(store, { clock: { now: () => now }, historyMs: 100 })
      const a = await createEntry(store, 'g/r/n/a', '1')
      const b = await updateEntry(store, a, '2')
      await step()
      const c = await updateEntry(store, b, '3')
      now = 99
      await step()
      expect((await store.range({ prefix: '', revision: a.revision })).entries).toEqual([a])

      now = 100
      await step()

      await expect(store.range({ prefix: '', revision: a.revision })).rejects.toBeInstanceOf(
        Compacted,
      )
      expect((await store.range({ prefix: '', revision: b.revision })).entries).toEqual([b])
      expect((await store.range({ prefix: '', revision: c.revision })).entries).toEqual([c])
    })
  },
)

describe('the compaction mark', () => {
  const mark = (index: number) => ({ timeMs: index, revision: String(index) as Revision })

  it('is the last one that is old enough', () => {
    expect(dueMark([mark(1), mark(2), mark(3)], 2)).toEqual({ mark: mark(2), later: [mark(3)] })
  })

  it('is absent while all are recent', () => {
    expect(dueMark([mark(1), mark(2)], 0)).toEqual({ later: [mark(1), mark(2)] })
  })
})
