// Compacts revisions that are older than the promised history. Several servers on one etcd each
// compact by their own observations: compacting twice, or to an earlier revision than another
// server, has no effect.

import { type Revision, type Store, Unavailable } from '../../api/store.ts'

/** A time, and the newest revision at that time. */
export type RevisionMark = { timeMs: number; revision: Revision }

/** The periodic compaction of etcd. */
export type Compaction = {
  /** Records the newest revision, and compacts to the one that was recorded `historyMs` ago. */
  step(): Promise<void>
}

/** Returns the mark to compact to, the last one not after `before`, and the marks after it. */
export function dueMark(
  marks: readonly RevisionMark[],
  before: number,
): { mark?: RevisionMark; later: RevisionMark[] } {
  const mark = marks.findLast(({ timeMs }) => timeMs <= before)
  const later = marks.filter(({ timeMs }) => timeMs > before)
  return mark ? { mark, later } : { later }
}

/** Keeps at least `historyMs` of history, by the given clock, if `step` is called regularly. */
export function compaction(
  store: Pick<Store, 'revision' | 'compact'>,
  { clock, historyMs }: { clock: { now(): number }; historyMs: number },
): Compaction {
  let marks: RevisionMark[] = []

  return {
    async step() {
      try {
        const revision = await store.revision()
        marks.push({ timeMs: clock.now(), revision })
        const { mark, later } = dueMark(marks, clock.now() - historyMs)
        if (mark) await store.compact(mark.revision)
        marks = later
      } catch (error) {
        // The marks are kept, so the next step makes up for this one.
        if (!(error instanceof Unavailable)) throw error
      }
    },
  }
}
