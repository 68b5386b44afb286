// Forgets what is older than the history that is promised. Several servers on one etcd each do so by
// what they have seen themselves: compacting twice, or to less than another has, changes nothing.

import { type Revision, type Store, Unavailable } from '../../api/store.ts'

/** A moment, and the newest revision then. */
export type RevisionMark = { at: number; revision: Revision }

export type Compaction = {
  /** Notes the newest revision, and compacts to the one that was noted `historyMs` ago. */
  step(): Promise<void>
}

/** The mark to compact to, which is the last one at least so old, and the marks after it. */
export function dueMark(
  marks: readonly RevisionMark[],
  before: number,
): { mark?: RevisionMark; later: RevisionMark[] } {
  const mark = marks.findLast(({ at }) => at <= before)
  const later = marks.filter(({ at }) => at > before)
  return mark ? { mark, later } : { later }
}

/** Keeps at least `historyMs` of a store, by its own clock, when `step` is called now and then. */
export function compaction(
  store: Pick<Store, 'revision' | 'compact'>,
  { clock, historyMs }: { clock: { now(): number }; historyMs: number },
): Compaction {
  let marks: RevisionMark[] = []

  return {
    async step() {
      try {
        const revision = await store.revision()
        marks.push({ at: clock.now(), revision })
        const { mark, later } = dueMark(marks, clock.now() - historyMs)
        if (mark) await store.compact(mark.revision)
        marks = later
      } catch (error) {
        // The marks are still there, so the next step makes up for this one.
        if (!(error instanceof Unavailable)) throw error
      }
    },
  }
}
