// A process that commits to a durable store from many concurrent writers and notes the outcome of
// each commit, until it has its number of acknowledgements, all commits are refused, or it dies.
// Arguments: the data directory, the file of notes, the number of acknowledgements, a seed, and the
// generation of the key to which values are rotated. Without a generation they are not encrypted.

import { openSync, writeSync } from 'node:fs'
import { openLmdbStore } from '../../../reference/storage/lmdb.ts'
import {
  WriteConflict,
  type Key,
  type StoredEntry,
  Unavailable,
  type StoreWrite,
} from '../../../reference/api/store.ts'
import { encryptedWith, lastKeys, rotate } from './rotated-store.ts'
import { historyMax } from './judge-store.ts'
import { valueDigest, noteLine, type CommitNote } from './commit-notes.ts'
import { createRandom } from './random.ts'

const [directory = '', notesFile = '', acknowledgementsMax = '', seed = '', generation] =
  process.argv.slice(2)
const writers = 16
const refusalsMax = 100

const draw = createRandom(Number(seed))
const notes = openSync(notesFile, 'a')
const note = (one: CommitNote) => writeSync(notes, noteLine(one))
const opened = await openLmdbStore({
  directory,
  clock: { now: () => Date.now() },
  historyMs: 3_600_000,
  historyMax,
})
const store =
  generation === undefined ? opened : encryptedWith(opened, lastKeys(Number(generation)))
let issued = 0
let acknowledged = 0
let refusals = 0

/** A random write that is valid for the current entry. */
function writeOf(key: Key, current: StoredEntry | undefined): StoreWrite {
  const isLong = draw(20) === 0
  const value = Buffer.alloc(draw(isLong ? 60_000 : 3000), `${seed} ${issued} `)
  if (current === undefined) return { key, guard: { absent: true }, value }
  const guard = { basedOn: current.revision }
  return draw(5) === 0 ? { key, guard, remove: true } : { key, guard, value }
}

async function commit(): Promise<void> {
  const key = `g/r/n/${draw(60)}` as Key
  await perform(writeOf(key, await store.get(key)))
}

/** Writes, and notes the outcome. */
async function perform(write: StoreWrite): Promise<void> {
  const { key } = write
  const number = issued++
  note({ issued: number, key, digest: 'value' in write ? valueDigest(write.value) : null })
  try {
    const { revision } = await store.commit(write)
    note({ acknowledged: number, revision: Number(revision) })
    acknowledged++
  } catch (refusal) {
    const isCertain =
      refusal instanceof WriteConflict ||
      (refusal instanceof Unavailable && refusal.effect === 'none')
    if (!isCertain && !(refusal instanceof Unavailable)) throw refusal
    if (isCertain) note({ refused: number })
    if (refusal instanceof Unavailable) refusals++
  }
}

async function compact(): Promise<void> {
  try {
    await store.compact(await store.revision())
  } catch (refusal) {
    if (!(refusal instanceof Unavailable)) throw refusal
    refusals++
  }
}

async function write(): Promise<void> {
  while (acknowledged < Number(acknowledgementsMax) && refusals < refusalsMax) {
    await commit()
    if (draw(200) === 0) await compact()
  }
}

async function rotateKeys(to: number): Promise<void> {
  await rotate(store, ({ key, revision, value }) =>
    perform({ key, guard: { basedOn: revision }, value }),
  )
  note({ rotated: to })
}

await Promise.all([
  ...Array.from({ length: writers }, write),
  ...(generation === undefined ? [] : [rotateKeys(Number(generation))]),
])
// Reads must work even while the disk fails.
await store.range({ prefix: '' })
process.exit(0)
