// Determines which changes certainly come before the start of a watch and which certainly after.
// Versions are opaque, so the evidence is the answer that issued the version. Without evidence a
// side is unknown.

import type { Exchange, History } from './history.ts'
import { itemsOf, bodyValueAt, isSuccess, resourceVersionOf } from './history.ts'
import type { ObjectChange, ObjectTimelines } from './object-timelines.ts'
import { watchesOf } from './watch-events.ts'

/** Whether a change is before or after the start of a watch. */
export type StartSide = 'before' | 'after' | 'unknown'

/** What a watch delivers first, and which changes it must deliver. */
export type WatchStart =
  /** The watch shows only changes after a version. */
  | { begins: 'after'; side: (change: ObjectChange) => StartSide }
  /** The watch shows a state first: the most recent one (`isNew`), or any. */
  | { begins: 'state'; isNew: boolean }

/** Determines the start of a watch by its options. */
export function watchStartOf(
  history: History,
  watch: Exchange,
  timelines: ObjectTimelines,
): WatchStart {
  const { resourceVersion = '', sendInitialEvents } = watch.request.query
  const hasState = sendInitialEvents === 'true' || resourceVersion === '' || resourceVersion === '0'
  if (hasState) return { begins: 'state', isNew: resourceVersion === '' }
  const sideOf = sideOfVersion(history, resourceVersion, timelines)
  return { begins: 'after', side: sideOf }
}

/** Returns a function that reports on which side of a version a change is. */
export function sideOfVersion(
  history: History,
  issued: string,
  { byKey, order }: ObjectTimelines,
): (change: ObjectChange) => StartSide {
  const changes = [...byKey.values()].flat()
  const origin = changes.find(change => change.version === issued)
  const lists = history.exchanges.filter(one => isList(one) && resourceVersionOf(one) === issued)
  const bookmarks = watchesOf(history).flatMap(({ stream }) =>
    stream.frames.filter(
      ({ document }) =>
        bodyValueAt(
          { answer: { body: document } } as Exchange,
          '/object/metadata/resourceVersion',
        ) === issued,
    ),
  )

  function isBefore(change: ObjectChange): boolean {
    if (change === origin) return true
    if (origin && order.precedes(change.write, origin.write)) return true
    if (change.version !== undefined && order.compare(change.version, issued) === 'before')
      return true
    return lists.some(list => isSeen(change, list))
  }

  /**
   * Reports whether a list contains the change or a later one of the same object, or is a most
   * recent read that was sent after the change was acknowledged.
   */
  function isSeen(change: ObjectChange, list: Exchange): boolean {
    const { resourceVersion = '', continue: token } = list.request.query
    // A later chunk shows the state of the first chunk, without the writes in between.
    const isNewest = resourceVersion === '' && token === undefined
    if (isNewest && change.write.by.answeredAt < list.sentAt) return true
    const timeline = byKey.get(change.key) ?? []
    const later = timeline.slice(timeline.indexOf(change)).map(one => one.version)
    const shown = (itemsOf(list) ?? []).map(item => item.metadata['resourceVersion'])
    return later.some(one => one !== undefined && shown.includes(one))
  }

  function isAfter(change: ObjectChange): boolean {
    if (origin && order.precedes(origin.write, change.write)) return true
    if (change.version !== undefined && order.compare(change.version, issued) === 'after')
      return true
    const { sentAt } = change.write.by
    return (
      lists.some(list => list.answeredAt < sentAt) ||
      bookmarks.some(({ receivedAt }) => receivedAt < sentAt)
    )
  }

  return change => {
    if (isBefore(change)) return 'before'
    return isAfter(change) ? 'after' : 'unknown'
  }
}

const isList = (exchange: Exchange): boolean =>
  isSuccess(exchange) && !exchange.stream && itemsOf(exchange) !== undefined
