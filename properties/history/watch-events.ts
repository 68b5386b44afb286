// Reads the events of a watch as values that laws can compare.

import type { Exchange, History, Item, Stream } from './history.ts'
import { isOwnItem, itemKey } from './history.ts'
import { valueAt } from '../dsl/term.ts'

/** One event of a stream. `object` is unchecked data from the server. */
export type WatchEvent = {
  type: string
  object: Item
  /** `namespace/name`. */
  key: string
  version: unknown
  /** Arrival time in milliseconds, on the clock of `sentAt`. */
  receivedAt: number
  /** Its index among all documents of the stream. */
  place: number
}

const noObject: Item = { metadata: {} }

/**
 * Returns the events of a stream in order of arrival, including bookmarks and errors. Empty without
 * a stream.
 */
export const watchEventsOf = (stream: Stream | undefined): WatchEvent[] =>
  (stream?.frames ?? []).map(({ document, receivedAt }, place) => {
    const type = String(valueAt(document, '/type'))
    const given = valueAt(document, '/object')
    const object = isItem(given) ? given : noObject
    return {
      type,
      object,
      key: itemKey(object),
      version: object.metadata['resourceVersion'],
      receivedAt,
      place,
    }
  })

/** Returns the watches of a history that were answered with a stream. */
export const watchesOf = (history: History): (Exchange & { stream: Stream })[] =>
  history.exchanges.filter(
    (exchange): exchange is Exchange & { stream: Stream } => exchange.stream !== undefined,
  )

export const isBookmarkEvent = ({ type }: WatchEvent): boolean => type === 'BOOKMARK'

export const isErrorEvent = ({ type }: WatchEvent): boolean => type === 'ERROR'

/** Reports whether an event is a change of an object. */
export const isChangeEvent = (event: WatchEvent): boolean =>
  !isBookmarkEvent(event) && !isErrorEvent(event)

/** WATCH-016 defines no type for removals, so any type except the others counts. */
export const isRemovalEvent = (event: WatchEvent): boolean =>
  isChangeEvent(event) && event.type !== 'ADDED' && event.type !== 'MODIFIED'

/**
 * Returns the changes of objects that this case created. Those of other objects are no evidence.
 */
export const ownChangeEvents = (history: History, stream: Stream): WatchEvent[] =>
  watchEventsOf(stream).filter(event => isChangeEvent(event) && isOwnItem(history, event.object))

/** Formats an event for reports: `ADDED x at 7`, `ERROR 410`. */
export function eventText(history: History, event: WatchEvent): string {
  const { type, object, version } = event
  if (isErrorEvent(event)) return `${type} ${String(object['code'])}`
  const name = String(object.metadata['name'])
  const { prefix } = history.context
  const logical = name.startsWith(prefix) ? name.slice(prefix.length) : name
  return `${type} ${logical} at ${String(version)}`
}

const isItem = (value: unknown): value is Item =>
  typeof valueAt(value, '/metadata') === 'object' && valueAt(value, '/metadata') !== null
