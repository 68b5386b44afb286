import { expect } from 'vitest'
import {
  type ContractTest,
  createEntry,
  unreachedRevision,
  contractTest,
  watchReader,
  removeEntry,
  changeSummaryOf,
  updateEntry,
} from './contract-test.ts'
import { Compacted, FutureRevision } from '../api/store.ts'

/** The contract of `watch`: each change under its prefix once and in order, past and future. */
export const watchTests: ContractTest[] = [
  contractTest('a watch delivers what has happened and then what happens', async store => {
    const start = await store.revision()
    const a = await createEntry(store, 'g/r/n/a', '1')
    const watch = watchReader(store, 'g/', start)
    const changed = await updateEntry(store, a, '2')

    const past = await watch.take(2)
    const waiting = watch.take(1)
    const removed = await removeEntry(store, changed)

    expect([...past, ...(await waiting)]).toEqual([
      { type: 'put', entry: a, previous: undefined },
      { type: 'put', entry: changed, previous: a },
      { type: 'remove', entry: removed, previous: changed },
    ])
    watch.stop()
  }),

  contractTest('a watch from the newest revision delivers only what follows', async store => {
    const old = await createEntry(store, 'g/r/n/a', '1')
    const watch = watchReader(store, 'g/', old.revision)
    const waiting = watch.take(1)

    const changed = await updateEntry(store, old, '2')

    expect(await waiting).toEqual([{ type: 'put', entry: changed, previous: old }])
    watch.stop()
  }),

  contractTest('a watch sees nothing outside of its prefix', async store => {
    const watch = watchReader(store, 'g/r/n1/', await store.revision())
    const waiting = watch.take(2)
    await createEntry(store, 'g/r/n10/a', '1')
    const a = await createEntry(store, 'g/r/n1/a', '1')
    await createEntry(store, 'g/r/n/a', '1')
    const b = await createEntry(store, 'g/r/n1/b', '1')

    const entries = (await waiting).map(({ entry }) => entry)

    expect(entries).toEqual([a, b])
    watch.stop()
  }),

  contractTest('a watch can resume from any change it has delivered', async store => {
    const start = await store.revision()
    for (const name of ['a', 'b', 'c', 'd']) await createEntry(store, `g/r/n/${name}`, '1')
    const whole = await watchReader(store, 'g/', start).take(4)

    for (const [index, { entry }] of whole.entries()) {
      const rest = await watchReader(store, 'g/', entry.revision).take(whole.length - index - 1)
      expect(rest).toEqual(whole.slice(index + 1))
    }
  }),

  contractTest('a watch after a compacted revision is refused', async store => {
    const a = await createEntry(store, 'g/r/n/a', '1')
    const b = await updateEntry(store, a, '2')
    const c = await updateEntry(store, b, '3')
    await store.compact(b.revision)

    const refused = watchReader(store, 'g/', a.revision).next()

    await expect(refused).rejects.toBeInstanceOf(Compacted)
    await expect(refused).rejects.toMatchObject({ oldest: b.revision })
    expect(await watchReader(store, 'g/', b.revision).take(1)).toMatchObject([{ entry: c }])
  }),

  contractTest('a watch after a future revision is refused', async store => {
    const newest = await store.revision()

    const refused = watchReader(store, 'g/', unreachedRevision(newest)).next()

    await expect(refused).rejects.toBeInstanceOf(FutureRevision)
    await expect(refused).rejects.toMatchObject({ newest })
  }),

  contractTest('a compaction takes nothing from a reader that is already there', async store => {
    const watch = watchReader(store, 'g/', await store.revision())
    const a = await createEntry(store, 'g/r/n/a', '1')
    const b = await updateEntry(store, a, '2')
    expect(await watch.take(1)).toMatchObject([{ entry: a }])

    await store.compact(b.revision)

    expect(await watch.take(1)).toMatchObject([{ entry: b }])
    watch.stop()
  }),

  contractTest('a watch ends when its signal fires, waiting or not', async store => {
    const start = await store.revision()
    const waiting = watchReader(store, 'g/', start)
    const ended = waiting.next()
    waiting.stop()
    await createEntry(store, 'g/r/n/a', '1')
    const unread = watchReader(store, 'g/', start)
    unread.stop()

    expect(await ended).toMatchObject({ done: true })
    expect(await waiting.next()).toMatchObject({ done: true })
    expect(await unread.next()).toMatchObject({ done: true })
  }),

  contractTest('closing the store ends its watches', async store => {
    const ended = watchReader(store, 'g/', await store.revision()).next()

    await store.close()

    expect(await ended).toMatchObject({ done: true })
  }),

  contractTest('a slow reader holds up no one and loses nothing', async store => {
    const start = await store.revision()
    const slow = watchReader(store, 'g/', start)
    const quick = watchReader(store, 'g/', start)
    let last = await createEntry(store, 'g/r/n/a', '0')
    expect(await slow.take(1)).toHaveLength(1)
    for (let change = 1; change < 100; change++) last = await updateEntry(store, last, `${change}`)

    const quickly = await quick.take(100)
    const slowly = await slow.take(99)

    expect(quickly.map(({ entry }) => entry.value.toString())).toEqual(
      Array.from({ length: 100 }, (_, change) => `${change}`),
    )
    expect(slowly.map(changeSummaryOf)).toEqual(quickly.slice(1).map(changeSummaryOf))
    slow.stop()
    quick.stop()
  }),
]
