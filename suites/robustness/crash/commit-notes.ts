// The notes of a load process about its commits, in order. After the load process has died, another
// process compares them with the content of the store.

import { createHash } from 'node:crypto'

/** A key and the digest of its written value; null for a removal. */
export type WrittenContent = { key: string; digest: string | null }

/** A note of a load process about one commit. */
export type CommitNote =
  /** Noted before the commit: from here on it may have happened. */
  | ({ issued: number } & WrittenContent)
  /** Noted after the commit: from here on it must have happened. */
  | { acknowledged: number; revision: number }
  /** The commit has not happened and never will. */
  | { refused: number }
  /** Every entry has the key of this generation. */
  | { rotated: number }

export const noteLine = (note: CommitNote) => `${JSON.stringify(note)}\n`

/** Parses all complete lines. The last one may be cut off. */
export const parseNotes = (text: string): CommitNote[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as CommitNote)

export const valueDigest = (value: Buffer) => createHash('sha256').update(value).digest('hex')
