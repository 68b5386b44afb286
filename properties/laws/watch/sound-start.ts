// Checks the precondition of laws about watches from a list: the list's version must be as recent
// as the list. If it is older, the watch repeats writes from before the list.

import type { Exchange, History } from '../../history/history.ts'
import { resourceVersionOf } from '../../history/history.ts'
import type { ObjectTimelines } from '../../history/object-timelines.ts'
import { precondition } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { isNewestList } from '../../history/stale-lists.ts'
import { isRemovalEvent, eventText } from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'

type Started = { first: Exchange; events: WatchEvent[]; timelines: ObjectTimelines }

/**
 * The precondition that no list with the start version of a watch is stale: each is as recent as
 * the writes acknowledged before it was sent. The version of a removal is taken from its event.
 */
export function* startIsSound(
  history: History,
  { first, events, timelines: { byKey, order } }: Started,
): Generator<Observation> {
  const start = first.request.query['resourceVersion'] ?? ''
  if (!history.context.ordered || start === '' || start === '0') return
  const isLater = (one: unknown) => one !== undefined && order.compare(start, one) === 'before'
  const ofType = history.exchanges.filter(({ about }) => about?.role === first.about?.role)
  for (const list of ofType.filter(one => isNewestList(one) && resourceVersionOf(one) === start)) {
    const isDone = ({ write }: { write: { by: Exchange } }) => write.by.answeredAt < list.sentAt
    const written = [...byKey.values()].flat().find(one => isLater(one.version) && isDone(one))
    const removed = events.find(one => {
      const removals = (byKey.get(one.key) ?? []).filter(({ after }) => after === undefined)
      const isKnown = isRemovalEvent(one) && isLater(one.version)
      return isKnown && removals.length > 0 && removals.every(isDone)
    })
    const what = written
      ? `${written.key} was written at ${String(written.version)}`
      : removed && `the removal that the watch shows as ${eventText(history, removed)} was done`
    yield* precondition(
      what === undefined,
      `${list.step} is at version ${start} although ${what} before it (K8S-LIST-021)`,
    )
  }
}
