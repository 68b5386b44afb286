// What follows on a state: from what was told before a bookmark to what is told after it, no change
// of an object is left out.

import type { Change } from '../../history/lives.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { toldText } from '../../history/streams.ts'
import type { Told } from '../../history/streams.ts'
import type { Exchange, History } from '../../history/history.ts'
import { livesInScope } from './story.ts'
import type { Line, Telling } from './story.ts'

/** A telling in two parts: up to a bookmark, and from there to the event that was waited for. */
export type Joined = {
  telling: Telling
  lines: Line[]
  bookmark: Told
  isBefore: (line: Line) => boolean
  marker: Exchange
}

/**
 * The changes told after the bookmark go on where those before it end, up to the marker. Which
 * state was told before is not judged, nor whether something is told again.
 */
export function* leavesNothingOut(
  history: History,
  { telling, lines, bookmark, isBefore, marker }: Joined,
): Generator<Observation> {
  const at = telling.first
  for (const [key, life] of livesInScope(telling)) {
    const own = lines.filter(({ told }) => told.key === key)
    let reached: Line | undefined
    for (const line of own) {
      yield holds(isNext(line, reached, isBefore), {
        says: 'No change is lost between the events before a bookmark and those after it.',
        expected: reached ? `the change after ${toldText(history, reached.told)}` : 'its creation',
        got: toldText(history, line.told),
        at,
      })
      if (line.index >= (reached?.index ?? 0)) reached = line
    }
    const lost = lostAtTheEnd(life, reached, { bookmark, marker })
    yield holds(lost === 0, {
      says: 'After a bookmark every change is delivered before a later one.',
      expected: `${lost} more changes of ${key}`,
      got: reached ? toldText(history, reached.told) : 'nothing of it',
      at,
    })
  }
}

function isNext(line: Line, reached: Line | undefined, isBefore: Joined['isBefore']): boolean {
  if (reached) return line.index <= reached.index + 1
  return isBefore(line) || line.change.before === undefined
}

/** How many of the changes that were done before the marker are missing. */
function lostAtTheEnd(
  life: Change[],
  reached: Line | undefined,
  { bookmark, marker }: Pick<Joined, 'bookmark' | 'marker'>,
): number {
  const last = life.findLastIndex(({ write }) => write.by.answeredAt < marker.sentAt)
  if (reached) return Math.max(0, last - reached.index)
  // What is gone again may have come and gone before the state was told.
  const isGone = last < 0 || life[last]?.after === undefined
  const isLater = life.some(({ write }) => write.by.sentAt > bookmark.receivedAt)
  return isGone && !isLater ? 0 : last + 1
}
