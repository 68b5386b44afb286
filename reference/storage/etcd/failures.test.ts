// Tests a store whose etcd, or the connection to it, fails.

import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createEntry,
  storeKey,
  watchReader,
  removeEntry,
  changeSummaryOf,
  updateEntry,
} from '../contract-test.ts'
import { openEtcdStore } from '../etcd.ts'
import {
  Compacted,
  WriteConflict,
  type Revision,
  type Store,
  ValueTooLarge,
  Unavailable,
} from '../../api/store.ts'
import { startTestLink, type TestLink } from './test-link.ts'
import { findEtcd, startTestEtcd, type TestEtcd } from './test-server.ts'

const found = await findEtcd()
const closing: (() => Promise<void>)[] = []
let prefixes = 0
let prefix = ''

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'no refusal',
    (refusal: unknown) => refusal,
  )

async function open(...servers: { url: string }[]): Promise<Store> {
  const store = await openEtcdStore({
    servers: servers.map(({ url }) => url),
    prefix,
    historyMs: 300_000,
    clock: Date,
    deadlineMs: 500,
  })
  closing.push(() => store.close())
  return store
}

async function link(to: TestEtcd): Promise<TestLink> {
  const line = await startTestLink(to.url)
  closing.push(() => line.close())
  return line
}

/** Retries until there is an answer: a store needs a moment to notice that its etcd is back. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (refusal) {
      if (!(refusal instanceof Unavailable)) throw refusal
    }
  }
}

describe.skipIf('missing' in found)(
  `a store whose etcd fails${'missing' in found ? ` (${found.missing})` : ''}`,
  () => {
    let etcd: TestEtcd

    beforeAll(async () => {
      if ('command' in found) etcd = await startTestEtcd(found.command)
    })

    afterEach(async () => {
      prefix = `/failures-${prefixes++}`
      for (const close of closing.splice(0).toReversed()) await close()
    })

    afterAll(() => etcd?.close())

    it('recovers after a crash of etcd, and its watch continues', async () => {
      const store = await open(etcd)
      const watch = watchReader(store, '', await store.revision())
      const a = await createEntry(store, 'g/r/n/a', '1')
      expect(await watch.take(1)).toMatchObject([{ entry: a }])

      await etcd.kill()
      await etcd.restart()
      const found = await answered(() => store.get(a.key))
      const changed = await updateEntry(store, a, '2')
      const removed = await removeEntry(store, changed)

      expect(found).toEqual(a)
      expect(await watch.take(2)).toEqual([
        { type: 'put', entry: changed, previous: a },
        { type: 'remove', entry: removed, previous: changed },
      ])
    })

    it('refuses requests in time while etcd is down, without any effect', async () => {
      const store = await open(etcd)
      const a = await createEntry(store, 'g/r/n/a', '1')
      await etcd.kill()

      const first = await refusalOf(store.get(a.key))
      const others = await Promise.all([
        refusalOf(store.range({ prefix: '' })),
        refusalOf(store.revision()),
        refusalOf(updateEntry(store, a, '2')),
        refusalOf(watchReader(store, '', a.revision).next()),
      ])
      await etcd.restart()

      for (const refusal of [first, ...others]) {
        expect(refusal).toBeInstanceOf(Unavailable)
        expect(refusal).toMatchObject({ effect: 'none' })
      }
      expect(await answered(() => store.get(a.key))).toEqual(a)
    })

    it('refuses requests in time while etcd is frozen, and continues afterwards', async () => {
      const store = await open(etcd)
      const watch = watchReader(store, '', await store.revision())
      const a = await createEntry(store, 'g/r/n/a', '1')
      await etcd.freeze()

      const read = await refusalOf(store.get(a.key))
      const written = await refusalOf(updateEntry(store, a, '2'))
      etcd.thaw()

      expect(read).toMatchObject({ name: 'Unavailable', effect: 'none' })
      expect(written).toMatchObject({ name: 'Unavailable', effect: 'unknown' })
      const now = await answered(() => store.get(a.key))
      expect(['1', '2']).toContain(now?.value.toString())
      expect(await watch.take(1)).toMatchObject([{ entry: a }])
    })

    it('reports an unknown outcome if the answer to a commit is lost', async () => {
      const line = await link(etcd)
      const [store, witness] = [await open(line), await open(etcd)]
      const a = await createEntry(store, 'g/r/n/a', '1')
      const watch = watchReader(witness, '', a.revision)
      line.loseAnswers()

      const refusal = await refusalOf(updateEntry(store, a, '2'))
      line.cut()
      line.restore()
      const again = await refusalOf(answered(() => updateEntry(store, a, '2')))

      expect(refusal).toMatchObject({ name: 'Unavailable', effect: 'unknown' })
      expect(again).toBeInstanceOf(WriteConflict)
      expect(again).toMatchObject({ current: { key: a.key, value: Buffer.from('2') } })
      await createEntry(witness, 'g/r/n/b', '1')
      const keys = (await watch.take(2)).map(({ entry }) => entry.key)
      expect(keys).toEqual(['g/r/n/a', 'g/r/n/b'])
    })

    it.each([1_600_000, 3_000_000])('refuses a value of %d bytes', async size => {
      const store = await open(etcd)

      const refusal = await refusalOf(createEntry(store, 'g/r/n/a', 'x'.repeat(size)))

      expect(refusal).toBeInstanceOf(ValueTooLarge)
      expect(await store.get(storeKey('g/r/n/a'))).toBeUndefined()
    })

    it('shows a watch every change once, although the connection breaks repeatedly', async () => {
      const line = await link(etcd)
      const [store, writer] = [await open(line), await open(etcd)]
      const start = await writer.revision()
      const [broken, whole] = [
        watchReader(store, 'g/r/', start),
        watchReader(writer, 'g/r/', start),
      ]
      // A watch that cannot start is refused; this one started before the first cut.
      await createEntry(writer, 'g/r/n/first', '')
      await Promise.all([broken.take(1), whole.take(1)])
      const shown = broken.take(200)
      const expected = whole.take(200)

      for (let change = 0; change < 200; change++) {
        if (change % 20 === 5) line.cut()
        if (change % 20 === 10) line.restore()
        await createEntry(writer, `g/r/n/${change}`, `${change}`)
        await createEntry(writer, `g/s/n/${change}`, `${change}`)
      }

      expect((await shown).map(changeSummaryOf)).toEqual((await expected).map(changeSummaryOf))
    })

    it('ends a watch if the changes it missed were compacted', async () => {
      const line = await link(etcd)
      const [store, other] = [await open(line), await open(etcd)]
      const a = await createEntry(store, 'g/r/n/a', '1')
      const watch = watchReader(store, '', await store.revision())
      const changed = await updateEntry(store, a, '2')
      expect(await watch.take(1)).toMatchObject([{ entry: changed }])

      const refused = refusalOf(watch.next())
      line.cut()
      const removed = await removeEntry(other, changed)
      await other.compact(removed.revision)
      line.restore()

      expect(await refused).toBeInstanceOf(Compacted)
      expect(await refused).toMatchObject({ oldest: removed.revision })
    })

    it('refuses a snapshot that was compacted meanwhile', async () => {
      const [store, other] = [await open(etcd), await open(etcd)]
      const a = await createEntry(store, 'g/r/n/a', '1')
      const changed = await updateEntry(store, a, '2')
      await other.compact(changed.revision)

      const refused = store.range({ prefix: '', revision: a.revision })

      await expect(refused).rejects.toMatchObject({ name: 'Compacted', oldest: changed.revision })
    })

    it('switches to another server when one disconnects', async () => {
      const [line, second] = [await link(etcd), await link(etcd)]
      const store = await open(line, second)
      const watch = watchReader(store, '', await store.revision())
      const a = await createEntry(store, 'g/r/n/a', '1')
      expect(await watch.take(1)).toMatchObject([{ entry: a }])

      line.cut()
      const changed = await answered(() => updateEntry(store, a, '2'))

      expect(await store.get(a.key)).toEqual(changed)
      expect(await watch.take(1)).toMatchObject([{ entry: changed }])
    })

    it('switches to another server when one does not answer', async () => {
      const [line, second] = [await link(etcd), await link(etcd)]
      const store = await open(line, second)
      const a = await createEntry(store, 'g/r/n/a', '1')
      line.loseAnswers()

      const refused = await refusalOf(store.get(a.key))

      expect(refused).toBeInstanceOf(Unavailable)
      expect(await store.get(a.key)).toEqual(a)
    })

    it('detects an etcd that has lost its data', async () => {
      const lost = await startTestEtcd('command' in found ? found.command : '')
      closing.push(() => lost.close())
      const store = await open(lost)
      const a = await createEntry(store, 'g/r/n/a', '1')

      await lost.kill()
      await lost.restart('lost')

      await expect(store.get(a.key)).rejects.toBeInstanceOf(Unavailable)
      const refusal = await refusalOf(answeredBy(store, /lost data/))
      expect(String(refusal)).toMatch(/expected cluster \d+ at revision \d+ or later, got/)
    })

    it('reports at open what is wrong with an address', async () => {
      const http = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
      await once(http, 'listening')
      const address = http.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0

      const foreign = await refusalOf(open({ url: `http://127.0.0.1:${port}` }))
      http.close()
      const nobody = await refusalOf(open({ url: `http://127.0.0.1:${port}` }))
      const malformed = await refusalOf(open({ url: 'localhost' }))

      expect(String(foreign)).toContain(`no etcd answers; http://127.0.0.1:${port}: `)
      expect(String(nobody)).toContain('ECONNREFUSED')
      expect(String(malformed)).toBe(
        'Error: etcd-servers[0]: must be a URL like http://127.0.0.1:2379, got "localhost"',
      )
    })
  },
)

/** Retries until the error matches a text. */
async function answeredBy(store: Store, text: RegExp): Promise<Revision> {
  for (;;) {
    try {
      return await store.revision()
    } catch (refusal) {
      if (text.test(String(refusal))) throw refusal
    }
  }
}
