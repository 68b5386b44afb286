// What a loaded process writes down about its commits, in order, so that another process can judge
// what is left after it died.

import { createHash } from 'node:crypto'

/** A key and the digest of the value that was put there; null for a removal. */
export type WrittenContent = { key: string; digest: string | null }

export type CommitNote =
  /** Written before the commit: from here on it may have happened. */
  | ({ issued: number } & WrittenContent)
  /** Written after it: from here on it must have happened. */
  | { acknowledged: number; revision: number }
  /** It has not happened and never will. */
  | { refused: number }

export const noteLine = (note: CommitNote) => `${JSON.stringify(note)}\n`

/** All notes but one whose line was cut off. */
export const parseNotes = (text: string): CommitNote[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as CommitNote)

export const valueDigest = (value: Buffer) => createHash('sha256').update(value).digest('hex')
