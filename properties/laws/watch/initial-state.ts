// W11: a watch without a version begins with the most recent state, a watch from version 0 with any
// state. Each object of the state is ADDED once, followed by the changes.

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

/** The first event of each object is a state of it, as recent as the request requires. */
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

/**
 * The first state of an object is at least as recent as the start of the watch. It may be newer,
 * because no rule says when the server reads it.
 */
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
