// What a store in memory asks of the disk behind it: to keep changes before anyone sees them.

import type { StoreChange } from '../api/store.ts'

/** A change and when it was made, in milliseconds on the store's clock. */
export type TimedChange = { readonly change: StoreChange; readonly committedAt: number }

/** One change as it was kept. `basedOn` is the revision of the value that it replaced. */
export type JournalRecord = {
  readonly revision: number
  readonly key: string
  /** Nothing for a removal. */
  readonly value: Buffer | undefined
  readonly basedOn: number | undefined
  readonly committedAt: number
}

/** Where the history that a store can still read begins. */
export type HistoryBounds = {
  /** The oldest revision of the window. */
  oldest: number
  /** No snapshot before this one is read, although watches may still need its changes. */
  compactedBefore: number
}

/** What a journal held when it was opened. */
export type JournalContents = HistoryBounds & {
  /** The newest revision that was ever kept. */
  newest: number
  /**
   * In order of revisions: every change after `oldest`, and before it at least those whose values
   * are still there.
   */
  changes: JournalRecord[]
}

export type JournalBatch = HistoryBounds & {
  /** In order, each the next revision. */
  changes: TimedChange[]
  /**
   * Revisions whose values no snapshot needs any more; a removal comes after the value that it
   * removed, so that no prefix of the list can bring that value back.
   */
  forgotten: number[]
}

export type Journal = {
  kept: JournalContents
  /**
   * Keeps all of it or nothing. What is kept when the promise resolves survives the loss of power.
   * Called again only when the call before has ended. @throws Unavailable
   */
  append(batch: JournalBatch): Promise<void>
  /** Resolves unless an append would be refused at present. @throws Unavailable */
  writable(): Promise<void>
  close(): Promise<void>
}
