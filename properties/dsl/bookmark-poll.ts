// Writes that go on until a watch has delivered a bookmark.

import type { PollStep, RequestStep } from './scenario.ts'

/**
 * A write that is repeated every few milliseconds until the stream with the label `untilBookmarkOn`
 * has delivered a bookmark, or has ended. Each answer is recorded.
 */
export type BookmarkPoll = PollStep & { untilBookmarkOn: string }

export const isBookmarkPoll = (step: PollStep): step is BookmarkPoll => 'untilBookmarkOn' in step

/** Repeats a write until a stream has delivered a bookmark. */
export const writeUntilBookmark = (poll: RequestStep, untilBookmarkOn: string): BookmarkPoll => ({
  poll,
  untilBookmarkOn,
})
