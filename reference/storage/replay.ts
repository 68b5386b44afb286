// From what a journal kept back to the versions that a store in memory works with.

import assert from 'node:assert/strict'
import { type History, history } from './history.ts'
import type { Kept, Logged } from './journal.ts'
import type { Change, Key, Stored } from './storage.ts'
import { get, put, remove, type Tree } from './tree.ts'
import { changed, emptyVersion, revisionOf, type Version } from './versions.ts'

export type Replayed = {
  versions: History<Version>
  /** Revisions that the journal may forget, in the order in which it may. */
  unneeded: number[]
}

/** The versions from `oldest` to `newest`. */
export function replay({ oldest, newest, changes }: Kept): Replayed {
  const isBefore = ({ revision }: Logged) => revision <= oldest
  const { root, unneeded } = rootOf(changes.filter(isBefore))
  let tip: Version = { ...emptyVersion(oldest, Number.NEGATIVE_INFINITY), root }
  const versions = history(oldest, tip)
  for (const logged of changes.slice(changes.findLastIndex(isBefore) + 1)) {
    tip = changed(tip, changeOf(logged, tip), logged.committedAt)
    versions.append(tip)
  }
  assert.equal(tip.revision, newest, 'the newest revision')
  return { versions, unneeded }
}

/** The state that changes led to; of those that were overtaken only some may be left. */
function rootOf(changes: Logged[]): { root: Tree<Stored>; unneeded: number[] } {
  let root: Tree<Stored>
  const unneeded: number[] = []
  for (const logged of changes) {
    const previous = get(root, logged.key)
    if (previous !== undefined) unneeded.push(Number(previous.revision))
    if (logged.value === undefined) unneeded.push(logged.revision)
    root =
      logged.value === undefined
        ? remove(root, logged.key)
        : put(root, logged.key, entryOf(logged, logged.value))
  }
  return { root, unneeded }
}

function changeOf(logged: Logged, tip: Version): Change {
  const { revision, key, value, basedOn } = logged
  const previous = get(tip.root, key)
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

const entryOf = ({ key, revision }: Logged, value: Buffer): Stored => ({
  key: key as Key,
  revision: revisionOf(revision),
  value,
})
