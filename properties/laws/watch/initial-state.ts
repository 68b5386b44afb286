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
  requireOwnObjectsUntouched,
  interpretWatch,
} from './interpreted-watch.ts'

/** The first event of each object is a state of it, as recent as the request requires. */
export const watchBeginsWithState = (label: string, ...waits: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* requireNoForeignItems(history)
    const record = yield* interpretWatch(history, label)
    yield* requireCaughtUp(history, ...waits)
    yield* requireOwnObjectsUntouched(history, record)
    const { first: watch, events, start } = record
    for (const [key, changes] of timelinesInScope(record)) {
      const first = events.find(one => one.key === key)
      if (first)
        yield verify(first.type === 'ADDED', {
          says: 'The objects of the initial state are ADDED.',
          expected: `ADDED ${key}`,
          got: eventText(history, first),
          at: watch,
        })
      if (start.begins === 'state' && start.isNew)
        yield hasNewest(history, { watch, key, changes, first })
    }
  }

/**
 * The first state of an object is at least as recent as the start of the watch. It may be newer,
 * because no rule says when the server reads it.
 */
function hasNewest(
  history: History,
  seen: { watch: Exchange; key: string; changes: ObjectChange[]; first: WatchEvent | undefined },
): Observation {
  const { watch, key, changes, first } = seen
  const newest = changes.findLastIndex(({ write }) => write.by.answeredAt < watch.sentAt)
  const states = changes.slice(Math.max(newest, 0))
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
