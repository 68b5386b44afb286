// Rebuilds the versions of a store in memory from the contents of its journal.

import assert from 'node:assert/strict'
import { type RevisionHistory, revisionHistory } from './revision-history.ts'
import type { JournalContents, JournalRecord } from './journal.ts'
import type { StoreChange, Key, StoredEntry } from '../api/store.ts'
import { treeGet, treePut, treeRemove, type Tree } from './tree.ts'
import { applyChange, emptyVersion, revisionOf, type StoreVersion } from './store-versions.ts'

/** The versions that a journal contains, and the revisions that it no longer needs. */
export type ReplayResult = {
  versions: RevisionHistory<StoreVersion>
  /** Revisions that the journal may discard, in this order. */
  unneeded: number[]
}

/** Returns the versions from `oldest` to `newest`. */
export function replayJournal({ oldest, newest, changes }: JournalContents): ReplayResult {
  const isBefore = ({ revision }: JournalRecord) => revision <= oldest
  const { root, unneeded } = rootOf(changes.filter(isBefore))
  let tip: StoreVersion = { ...emptyVersion(oldest, Number.NEGATIVE_INFINITY), root }
  const versions = revisionHistory(oldest, tip)
  for (const logged of changes.slice(changes.findLastIndex(isBefore) + 1)) {
    tip = applyChange(tip, changeOf(logged, tip), logged.committedAt)
    versions.append(tip)
  }
  assert.equal(tip.revision, newest, 'the newest revision')
  return { versions, unneeded }
}

/**
 * Returns the state after the changes up to `oldest`. Some of the superseded changes may be
 * missing.
 */
function rootOf(changes: JournalRecord[]): { root: Tree<StoredEntry>; unneeded: number[] } {
  let root: Tree<StoredEntry>
  const unneeded: number[] = []
  for (const logged of changes) {
    const previous = treeGet(root, logged.key)
    if (previous !== undefined) unneeded.push(Number(previous.revision))
    if (logged.value === undefined) unneeded.push(logged.revision)
    root =
      logged.value === undefined
        ? treeRemove(root, logged.key)
        : treePut(root, logged.key, entryOf(logged, logged.value))
  }
  return { root, unneeded }
}

function changeOf(logged: JournalRecord, tip: StoreVersion): StoreChange {
  const { revision, key, value, basedOn } = logged
  const previous = treeGet(tip.root, key)
  assert.equal(revision, tip.revision + 1, `the revision after ${tip.revision}`)
  assert.equal(
    previous?.revision,
    basedOn === undefined ? undefined : revisionOf(basedOn),
    `what the change of ${key} at ${revision} is based on`,
  )
  if (value !== undefined) return { type: 'put', entry: entryOf(logged, value), previous }
  assert(previous !== undefined)
  return { type: 'remove', entry: { ...previous, revision: revisionOf(revision) }, previous }
}

const entryOf = ({ key, revision }: JournalRecord, value: Buffer): StoredEntry => ({
  key: key as Key,
  revision: revisionOf(revision),
  value,
})
