// The interface between a store in memory and its disk, which persists changes before readers see
// them.

import type { StoreChange } from '../api/store.ts'

/** A change and the time of its commit, in milliseconds on the store's clock. */
export type TimedChange = { readonly change: StoreChange; readonly committedAt: number }

/** One persisted change. `basedOn` is the revision of the value that it replaced. */
export type JournalRecord = {
  readonly revision: number
  readonly key: string
  /** Undefined for a removal. */
  readonly value: Buffer | undefined
  readonly basedOn: number | undefined
  readonly committedAt: number
}

/** The start of the history that a store can still read. */
export type HistoryBounds = {
  /** The oldest revision of the window. */
  oldest: number
  /** Snapshots before this revision are not read, although watches may still need its changes. */
  compactedBefore: number
}

/** The contents of a journal when it was opened. */
export type JournalContents = HistoryBounds & {
  /** The newest revision that was ever persisted. */
  newest: number
  /**
   * In order of revisions: every change after `oldest`, and of the earlier changes at least those
   * whose values are current.
   */
  changes: JournalRecord[]
}

/** The changes that are persisted together. */
export type JournalBatch = HistoryBounds & {
  /** In order of revisions, without gaps. */
  changes: TimedChange[]
  /**
   * Revisions whose values no snapshot needs any more. A removal comes after the value that it
   * removed, so that no prefix of the list brings that value back.
   */
  forgotten: number[]
}

/** The durable log of a memory store. */
export type Journal = {
  contents: JournalContents
  /**
   * Persists the whole batch or nothing of it. When the promise resolves, the batch survives a
   * power failure. Callers wait for each call to end before the next one. @throws Unavailable
   */
  append(batch: JournalBatch): Promise<void>
  /** Resolves unless an append would be refused at present. @throws Unavailable */
  checkWritable(): Promise<void>
  close(): Promise<void>
}
