// Judges that a watch omits no change of an object between the events before a bookmark and the
// events after it.

import type { ObjectChange } from '../../history/object-timelines.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { eventText } from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import type { Exchange, History } from '../../history/history.ts'
import { timelinesInScope } from './interpreted-watch.ts'
import type { MatchedEvent, InterpretedWatch } from './interpreted-watch.ts'

/** The events of a watch in two parts: up to a bookmark, and from there to the marker event. */
export type JoinedWatch = {
  record: InterpretedWatch
  lines: MatchedEvent[]
  bookmark: WatchEvent
  isBefore: (line: MatchedEvent) => boolean
  marker: Exchange
}

/**
 * The changes after the bookmark continue those before it, up to the marker. The state before the
 * bookmark is not judged, nor are repeated events.
 */
export function* noChangeIsLeftOut(
  history: History,
  { record, lines, bookmark, isBefore, marker }: JoinedWatch,
): Generator<Observation> {
  const firstStep = record.first
  for (const [key, changes] of timelinesInScope(record)) {
    const own = lines.filter(({ event }) => event.key === key)
    let reached: MatchedEvent | undefined
    for (const line of own) {
      const isFirstDue = isBefore(line) || isAfterStart(line, changes, { record, bookmark })
      yield verify(reached ? line.index <= reached.index + 1 : isFirstDue, {
        says: 'No change is lost between the events before a bookmark and those after it.',
        expected: reached
          ? `the change after ${eventText(history, reached.event)}`
          : 'its creation',
        got: eventText(history, line.event),
        at: firstStep,
      })
      if (line.index >= (reached?.index ?? 0)) reached = line
    }
    const lost = lostAtTheEnd(changes, reached, { bookmark, marker })
    yield verify(lost === 0, {
      says: 'After a bookmark every change is delivered before a later one.',
      expected: `${lost} more changes of ${key}`,
      got: reached ? eventText(history, reached.event) : 'nothing of it',
      at: firstStep,
    })
  }
}

/**
 * Whether the first event of an object may follow the bookmark: it is the creation, or the stream
 * did not have to show what came before, because that precedes the version from which the watch
 * started, or because its state may already contain the change. A bookmark with an older version
 * than that state repeats changes, and loses none.
 */
function isAfterStart(
  { event, change, index }: MatchedEvent,
  changes: ObjectChange[],
  { record: { start }, bookmark }: Pick<JoinedWatch, 'record' | 'bookmark'>,
): boolean {
  if (change.before === undefined) return true
  // A state shows each of its objects as ADDED, so the first event of an object is not MODIFIED.
  if (start.begins === 'state')
    return event.type !== 'MODIFIED' && change.write.by.sentAt < bookmark.receivedAt
  const previous = changes[index - 1]
  return previous === undefined || start.side(previous) !== 'after'
}

/** Returns the number of missing changes among those acknowledged before the marker was sent. */
function lostAtTheEnd(
  changes: ObjectChange[],
  reached: MatchedEvent | undefined,
  { bookmark, marker }: Pick<JoinedWatch, 'bookmark' | 'marker'>,
): number {
  const last = changes.findLastIndex(({ write }) => write.by.answeredAt < marker.sentAt)
  if (reached) return Math.max(0, last - reached.index)
  // An object that no longer exists may have been created and removed before the state was sent.
  const isGone = last < 0 || changes[last]?.after === undefined
  const isLater = changes.some(({ write }) => write.by.sentAt > bookmark.receivedAt)
  return isGone && !isLater ? 0 : last + 1
}
