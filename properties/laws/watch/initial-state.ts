// W11: a watch without a version begins with the newest state, one at version 0 with any state:
// each object of it is ADDED once, and then come the changes.

import type { Exchange, History } from '../../history/history.ts'
import type { ObjectChange } from '../../history/object-timelines.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { eventText } from '../../history/watch-events.ts'
import {
  requireNoForeignItems,
  requireCaughtUp,
  timelinesInScope,
  requireOnlyWriter,
  watchRecordOf,
} from './watch-record.ts'

/** What a watch tells first of each object is a state of it, and as new as was asked for. */
export const watchBeginsWithState = (label: string, ...waits: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* requireNoForeignItems(history)
    const telling = yield* watchRecordOf(history, label)
    yield* requireCaughtUp(history, ...waits)
    yield* requireOnlyWriter(history, telling)
    const { first: watch, told, start } = telling
    for (const [key, life] of timelinesInScope(telling)) {
      const first = told.find(one => one.key === key)
      if (first)
        yield verify(first.type === 'ADDED', {
          says: 'The objects of the initial state are ADDED.',
          expected: `ADDED ${key}`,
          got: eventText(history, first),
          at: watch,
        })
      if (start.begins === 'state' && start.isNew)
        yield hasNewest(history, { watch, key, life, first })
    }
  }

/** What comes first is a state as new as the watch, or newer: no moment is set for reading it. */
function hasNewest(
  history: History,
  seen: { watch: Exchange; key: string; life: ObjectChange[]; first: WatchEvent | undefined },
): Observation {
  const { watch, key, life, first } = seen
  const newest = life.findLastIndex(({ write }) => write.by.answeredAt < watch.sentAt)
  const states = life.slice(Math.max(newest, 0))
  const versions = states.filter(({ after }) => after).map(({ version }) => version)
  const mayBeGone = states.some(({ after }) => after === undefined)
  const wanted = versions.map(version => `${key} first at ${String(version)}`)
  return verify(first ? versions.includes(first.version) : mayBeGone, {
    says: 'A watch without a version begins with every object of the newest state.',
    expected: [...wanted, ...(mayBeGone ? [`nothing of ${key}`] : [])].join(', or '),
    got: first ? eventText(history, first) : 'nothing of it',
    at: watch,
  })
}
