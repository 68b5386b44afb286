// What a watch told: its events as values that laws can compare.

import type { Exchange, History, Item, Stream } from './history.ts'
import { isOwnItem, itemKey } from './history.ts'
import { valueAt } from '../dsl/term.ts'

/** One event of a stream; `object` is whatever the server put there. */
export type WatchEvent = {
  type: string
  object: Item
  /** `namespace/name`. */
  key: string
  version: unknown
  /** Milliseconds of the clock of `sentAt`. */
  receivedAt: number
  /** Its place among all documents of the stream. */
  place: number
}

const noObject: Item = { metadata: {} }

/** The events of a stream in order of arrival, with bookmarks and errors; none without a stream. */
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

/** The watches of a history that were answered with a stream. */
export const watchesOf = (history: History): (Exchange & { stream: Stream })[] =>
  history.exchanges.filter(
    (exchange): exchange is Exchange & { stream: Stream } => exchange.stream !== undefined,
  )

export const isBookmarkEvent = ({ type }: WatchEvent): boolean => type === 'BOOKMARK'

export const isErrorEvent = ({ type }: WatchEvent): boolean => type === 'ERROR'

/** An event that tells of a change of an object. */
export const isChangeEvent = (told: WatchEvent): boolean =>
  !isBookmarkEvent(told) && !isErrorEvent(told)

/** WATCH-016 names no type for removals: any that is none of the others. */
export const isRemovalEvent = (told: WatchEvent): boolean =>
  isChangeEvent(told) && told.type !== 'ADDED' && told.type !== 'MODIFIED'

/** The changes of this case's own objects; those of others say nothing. */
export const ownChangeEvents = (history: History, stream: Stream): WatchEvent[] =>
  watchEventsOf(stream).filter(told => isChangeEvent(told) && isOwnItem(history, told.object))

/** An event as reports name it: `ADDED x at 7`, `ERROR 410`. */
export function eventText(history: History, told: WatchEvent): string {
  const { type, object, version } = told
  if (isErrorEvent(told)) return `${type} ${String(object['code'])}`
  const name = String(object.metadata['name'])
  const { prefix } = history.words
  const logical = name.startsWith(prefix) ? name.slice(prefix.length) : name
  return `${type} ${logical} at ${String(version)}`
}

const isItem = (value: unknown): value is Item =>
  typeof valueAt(value, '/metadata') === 'object' && valueAt(value, '/metadata') !== null
