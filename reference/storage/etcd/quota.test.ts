// Tests writes that etcd refuses because its quota is reached, though it has applied some of them.

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createEntry, removeEntry, updateEntry } from '../contract-test.ts'
import { openEtcdStore } from '../etcd.ts'
import { OutOfSpace, type Store, Unavailable } from '../../api/store.ts'
import { startTestRefuser } from './test-refuser.ts'
import { findEtcd, startTestEtcd, type TestEtcd } from './test-server.ts'

const found = await findEtcd()
const MiB = 1024 * 1024
let prefixes = 0

async function open(url: string, prefix: string, deadlineMs = 10_000): Promise<Store> {
  const options = { historyMs: 300_000, clock: Date, deadlineMs }
  const store = await openEtcdStore({ servers: [url], prefix, ...options })
  onTestFinished(() => store.close())
  return store
}

/**
 * Returns a store whose writes can be refused, and another one on the same keys without refusals.
 */
async function stores(etcd: TestEtcd, deadlineMs?: number) {
  const prefix = `/quota-${prefixes++}`
  const refuser = await startTestRefuser(etcd.url)
  onTestFinished(() => refuser.close())
  const store = await open(refuser.url, prefix, deadlineMs)
  return { refuser, store, other: await open(etcd.url, prefix) }
}

describe.skipIf('missing' in found)(
  `an etcd at its quota${'missing' in found ? ` (${found.missing})` : ''}`,
  () => {
    let etcd: TestEtcd

    beforeAll(async () => {
      if ('command' in found) etcd = await startTestEtcd(found.command)
    })
    afterAll(() => etcd?.close())

    it('has stored a write that it refuses and yet applies', async () => {
      const { store, refuser } = await stores(etcd)
      refuser.refuses('applied')

      const created = await createEntry(store, 'g/r/n/a', '1')
      const first = await store.get(created.key)
      const updated = await updateEntry(store, created, '2')

      expect(first).toEqual(created)
      expect(await store.get(created.key)).toEqual(updated)
      expect(updated.revision).not.toBe(created.revision)
    })

    it('has not stored a write that it refuses and does not apply', async () => {
      const { store, refuser } = await stores(etcd)
      const a = await createEntry(store, 'g/r/n/a', '1')
      refuser.refuses('unapplied')

      await expect(createEntry(store, 'g/r/n/b', '1')).rejects.toBeInstanceOf(OutOfSpace)
      await expect(createEntry(store, 'g/r/n/a', '2')).rejects.toBeInstanceOf(OutOfSpace)
      await expect(updateEntry(store, a, '2')).rejects.toBeInstanceOf(OutOfSpace)
      expect((await store.range({ prefix: '' })).entries).toEqual([a])
    })

    it('causes an unknown outcome if the read that would decide fails', async () => {
      const { store, refuser, other } = await stores(etcd, 500)
      refuser.refuses('applied')
      refuser.refuseReads()

      const refusal = await createEntry(store, 'g/r/n/a', '1').catch((error: unknown) => error)

      expect(refusal).toBeInstanceOf(Unavailable)
      expect(refusal).not.toBeInstanceOf(OutOfSpace)
      expect(refusal).toMatchObject({ effect: 'unknown' })
      expect((await other.range({ prefix: '' })).entries).toHaveLength(1)
    })

    it('causes an unknown outcome if the base of an update was changed or deleted', async () => {
      const { store, refuser, other } = await stores(etcd)
      const [a, b] = [
        await createEntry(store, 'g/r/n/a', '1'),
        await createEntry(store, 'g/r/n/b', '1'),
      ]
      await updateEntry(other, a, '3')
      await removeEntry(other, b)
      refuser.refuses('unapplied')

      for (const base of [a, b]) {
        const refusal = await updateEntry(store, base, '2').catch((error: unknown) => error)
        expect(refusal).not.toBeInstanceOf(OutOfSpace)
        expect(refusal).toMatchObject({ name: 'Unavailable', effect: 'unknown' })
      }
    })

    it('acknowledges exactly the concurrent writes that it stores', async () => {
      const full = await startTestEtcd('command' in found ? found.command : '', [
        `--quota-backend-bytes=${4 * MiB}`,
      ])
      onTestFinished(() => full.close())
      const store = await open(full.url, '/quota')

      // Of concurrent writes, etcd applies some and still answers that there is no space.
      const kept: string[] = []
      let refused = 0
      for (let round = 0; round < 20 && refused === 0; round++) {
        const names = Array.from({ length: 12 }, (_, index) => `g/r/n/${round}-${index}`)
        const written = await Promise.allSettled(
          names.map(name => createEntry(store, name, name.padEnd(MiB / 4))),
        )
        kept.push(...names.filter((_, index) => written[index]?.status === 'fulfilled'))
        refused = written.filter(({ status }) => status === 'rejected').length
      }
      const { entries } = await store.range({ prefix: '' })

      expect(refused).toBeGreaterThan(0)
      expect(entries.map(({ key }) => String(key)).toSorted()).toEqual(kept.toSorted())
    })
  },
)
