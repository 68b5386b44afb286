// Tests a store in memory with a journal whose appends end when the test ends them.

import { expect, it } from 'vitest'
import { createEntry, storeKey, watchReader, removeEntry, updateEntry } from './contract-test.ts'
import type { JournalBatch, Journal } from './journal.ts'
import { memoryStore } from './memory.ts'
import { Compacted, WriteConflict, type Store, Unavailable } from '../api/store.ts'

const turn = () => new Promise(resolve => setImmediate(resolve))

function journaled(options: { historyMax?: number } = {}) {
  const appends: { batch: JournalBatch; end(): void; fail(refusal: Error): void }[] = []
  let isHeld = false
  const journal: Journal = {
    contents: { newest: 1, oldest: 1, compactedBefore: 1, changes: [] },
    append: batch =>
      new Promise((end, fail) => {
        appends.push({ batch, end, fail })
        if (!isHeld) end()
      }),
    checkWritable: async () => {},
    close: async () => {},
  }
  const store = memoryStore({ clock: { now: () => 0 }, historyMs: 1000, journal, ...options })
  return {
    store,
    appends,
    /** From now on, an append waits until `release`. */
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      for (const { end } of appends) end()
    },
  }
}

const full = () => new Unavailable('the disk is full', { effect: 'none' })
const outcomeOf = (commit: Promise<unknown>) => commit.catch((refusal: unknown) => refusal)
const textAt = async (store: Store, name: string) =>
  (await store.get(storeKey(name)))?.value.toString()

it('a change is visible only after it is stored', async () => {
  const { store, hold, release } = journaled()
  const a = await createEntry(store, 'g/r/n/a', '1')
  const watch = watchReader(store, 'g/', a.revision)
  const seen = watch.take(1)
  hold()

  const changing = updateEntry(store, a, '2')
  await turn()

  expect(await store.revision()).toBe(a.revision)
  expect(await textAt(store, 'g/r/n/a')).toBe('1')
  expect(await Promise.race([seen, turn().then(() => 'nothing')])).toBe('nothing')
  release()
  expect(await seen).toMatchObject([{ entry: await changing }])
  watch.stop()
})

it('a conflict with a pending change waits for its outcome', async () => {
  const { store, appends, hold, release } = journaled()
  const a = await createEntry(store, 'g/r/n/a', '1')
  hold()
  const first = updateEntry(store, a, '2')
  const second = outcomeOf(updateEntry(store, a, '3'))
  await turn()
  expect(await Promise.race([second, turn().then(() => 'waiting')])).toBe('waiting')

  release()

  const refusal = await second
  expect(refusal).toBeInstanceOf(WriteConflict)
  expect(refusal).toMatchObject({ current: await first })
  expect(appends).toHaveLength(2)
})

it('a failed change no longer conflicts with later ones', async () => {
  const { store, appends, hold, release } = journaled()
  const a = await createEntry(store, 'g/r/n/a', '1')
  hold()
  const first = outcomeOf(updateEntry(store, a, '2'))
  const second = updateEntry(store, a, '3')
  await turn()

  appends[1]?.fail(full())
  release()

  expect(await first).toBeInstanceOf(Unavailable)
  expect((await second).value.toString()).toBe('3')
  expect(await textAt(store, 'g/r/n/a')).toBe('3')
})

it('a failed append undoes all dependent changes, and reads continue', async () => {
  const { store, appends, hold, release } = journaled()
  const a = await createEntry(store, 'g/r/n/a', '1')
  hold()
  const removing = outcomeOf(removeEntry(store, a))
  await turn()
  const creating = outcomeOf(createEntry(store, 'g/r/n/a', 'again'))
  const other = outcomeOf(createEntry(store, 'g/r/n/b', '1'))
  await turn()

  appends[1]?.fail(full())

  for (const refused of [removing, creating, other]) {
    expect(await refused).toMatchObject({ effect: 'none' })
  }
  expect((await store.range({ prefix: '' })).entries).toEqual([a])
  release()
  const next = await createEntry(store, 'g/r/n/b', '2')
  expect(Number(next.revision)).toBe(Number(a.revision) + 1)
})

it('entries that no snapshot needs are dropped, a removal after the removed entry', async () => {
  const { store, appends } = journaled({ historyMax: 1 })
  const a = await createEntry(store, 'g/r/n/a', '1')
  const b = await updateEntry(store, a, '2')
  const removed = await removeEntry(store, b)
  await createEntry(store, 'g/r/n/other', '1')
  await createEntry(store, 'g/r/n/other2', '1')

  const forgotten = appends.flatMap(({ batch }) => batch.forgotten)

  expect(forgotten).toEqual([a, b, removed].map(({ revision }) => Number(revision)))
})

it('entries that a failed append should have dropped are dropped by the next', async () => {
  const { store, appends, hold, release } = journaled({ historyMax: 1 })
  const a = await createEntry(store, 'g/r/n/a', '1')
  const b = await updateEntry(store, a, '2')
  hold()
  const failed = outcomeOf(createEntry(store, 'g/r/n/b', '1'))
  await turn()
  appends[2]?.fail(full())
  await failed
  release()

  await updateEntry(store, b, '3')

  expect(appends.map(({ batch }) => batch.forgotten)).toEqual([[], [], [2], [2]])
})

it('a compaction is stored', async () => {
  const { store, appends } = journaled()
  const a = await createEntry(store, 'g/r/n/a', '1')
  const b = await updateEntry(store, a, '2')

  await store.compact(b.revision)

  expect(appends.at(-1)?.batch).toMatchObject({
    changes: [],
    compactedBefore: Number(b.revision),
  })
  await expect(store.range({ prefix: '', revision: a.revision })).rejects.toBeInstanceOf(Compacted)
})

it('closing waits for pending appends', async () => {
  const { store, hold, release } = journaled()
  hold()
  const creating = createEntry(store, 'g/r/n/a', '1')
  await turn()

  const closing = store.close()
  release()

  await closing
  expect((await creating).value.toString()).toBe('1')
})
