// Judges the store that a load process left when it died.

import { openLmdbStore } from '../../../reference/storage/lmdb.ts'
import { Compacted, CorruptValue, type Revision, type Store } from '../../../reference/api/store.ts'
import { encryptedWith, lastKeys } from './rotated-store.ts'
import { type WrittenContent, valueDigest, type CommitNote } from './commit-notes.ts'

/**
 * How many snapshots the tested stores keep: fewer than they write, so that old ones are discarded.
 */
export const historyMax = 500

/** The known content of a store: the change at each revision, and the resulting state. */
export type StoreHistory = {
  newest: number
  state: ReadonlyMap<string, WrittenContent & { revision: number }>
}

export const emptyStoreHistory: StoreHistory = { newest: 1, state: new Map() }

export type StoreFinding =
  | { what: 'lost' | 'repeated' | 'invented' | 'wrong state'; revision: number }
  | { what: 'refused'; because: string }

/**
 * Opens the store in a directory, with all keys up to that of a generation if its values are
 * encrypted; its present state must be readable with the last two. Returns its problems, and its
 * content for later judgements.
 */
export async function judgeDirectory(
  directory: string,
  past: StoreHistory,
  notes: CommitNote[],
  generation?: number,
): Promise<{ findings: StoreFinding[]; past: StoreHistory }> {
  const opened = await openLmdbStore({
    directory,
    clock: { now: () => Date.now() },
    historyMs: 3_600_000,
    historyMax,
  }).catch((refusal: unknown) => ({ because: String(refusal) }))
  if ('because' in opened) return { findings: [{ what: 'refused', ...opened }], past }
  try {
    if (generation === undefined) return judgeStore(await readAll(opened), past, notes)
    // Rejects if a value cannot be read.
    await encryptedWith(opened, lastKeys(generation)).range({ prefix: '' })
    const all = encryptedWith(
      opened,
      Array.from({ length: generation + 1 }, (_, key) => key),
    )
    return judgeStore(await readAll(all), past, notes)
  } catch (problem) {
    if (!(problem instanceof CorruptValue)) throw problem
    return { findings: [{ what: 'refused', because: problem.message }], past }
  } finally {
    await opened.close()
  }
}

type Left = { newest: number; changes: Map<number, WrittenContent>; state: StoreHistory['state'] }

async function readAll(store: Store): Promise<Left> {
  const { revision, entries } = await store.range({ prefix: '' })
  const changes = new Map<number, WrittenContent>()
  let after = await oldestOf(store)
  const stop = new AbortController()
  const watch = store.watch('', after, stop.signal)[Symbol.asyncIterator]()
  while (after !== revision) {
    const { value: change } = await watch.next()
    const { key, value } = change.entry
    after = change.entry.revision
    changes.set(Number(after), { key, digest: change.type === 'put' ? valueDigest(value) : null })
  }
  stop.abort()
  const state = entries.map(
    ({ key, revision: changedAt, value }) =>
      [key, { key, digest: valueDigest(value), revision: Number(changedAt) }] as const,
  )
  return { newest: Number(revision), changes, state: new Map(state) }
}

async function oldestOf(store: Store): Promise<Revision> {
  const first = '1' as Revision
  const refusal = await store.range({ prefix: '', revision: first }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (refusal instanceof Compacted) return refusal.oldest
  if (refusal === undefined) return first
  throw refusal
}

/** Compares the store with what was known before and with the notes since. A pure function. */
export function judgeStore(
  left: Left,
  past: StoreHistory,
  notes: CommitNote[],
): { findings: StoreFinding[]; past: StoreHistory } {
  const { acknowledged, open } = sort(notes)
  const findings: StoreFinding[] = []
  for (const [revision, content] of acknowledged) {
    const there = left.changes.get(revision)
    if (revision <= past.newest) findings.push({ what: 'repeated', revision })
    else if (revision > left.newest) findings.push({ what: 'lost', revision })
    else if (there && !isSame(there, content)) findings.push({ what: 'lost', revision })
  }
  if (left.newest < past.newest) findings.push({ what: 'lost', revision: past.newest })
  const state = new Map(past.state)
  for (let revision = past.newest + 1; revision <= left.newest; revision++) {
    const content = left.changes.get(revision) ?? acknowledged.get(revision)
    if (content === undefined) findings.push({ what: 'lost', revision })
    else if (!acknowledged.has(revision) && !open.some(one => isSame(one, content))) {
      findings.push({ what: 'invented', revision })
    }
    if (content?.digest === null) state.delete(content.key)
    else if (content !== undefined) state.set(content.key, { ...content, revision })
  }
  findings.push(...differences(state, left.state))
  return { findings, past: { newest: left.newest, state } }
}

function sort(notes: CommitNote[]) {
  const issued = new Map<number, WrittenContent>()
  const acknowledged = new Map<number, WrittenContent>()
  for (const note of notes) {
    if ('issued' in note) issued.set(note.issued, { key: note.key, digest: note.digest })
    else if ('refused' in note) issued.delete(note.refused)
    else if ('rotated' in note) continue
    else {
      const content = issued.get(note.acknowledged)
      if (content !== undefined) acknowledged.set(note.revision, content)
      issued.delete(note.acknowledged)
    }
  }
  return { acknowledged, open: [...issued.values()] }
}

const isSame = (a: WrittenContent, b: WrittenContent) => a.key === b.key && a.digest === b.digest

function differences(expected: StoreHistory['state'], got: StoreHistory['state']): StoreFinding[] {
  return [...new Set([...expected.keys(), ...got.keys()])].flatMap(key => {
    const [one, other] = [expected.get(key), got.get(key)]
    if (one && other && one.revision === other.revision && isSame(one, other)) return []
    return [{ what: 'wrong state' as const, revision: one?.revision ?? other?.revision ?? 0 }]
  })
}
