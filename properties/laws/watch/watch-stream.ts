// Reads a watch for the laws of this folder: its stream, its scope, and the end of its initial
// state.

import type { Exchange, History, Item, Stream } from '../../history/history.ts'
import { exchangeAt, isOwnItem, itemKey } from '../../history/history.ts'
import { stateInScope } from '../../history/collection-model.ts'
import { precondition } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import {
  watchEventsOf,
  isBookmarkEvent,
  isChangeEvent,
  isErrorEvent,
} from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { valueAt } from '../../dsl/term.ts'

export type WatchExchange = Exchange & { stream: Stream }

/** Returns the watch of a step. Unmet if it was not answered with a stream. */
export function* requireWatch(
  history: History,
  label: string,
): Generator<Observation, WatchExchange> {
  const exchange = exchangeAt(history, label)
  const { stream, problem, answer } = exchange
  const why = problem ?? answer?.status ?? 'no response'
  yield* precondition(stream !== undefined, `${label} is not a stream: ${why}`)
  return exchange as WatchExchange
}

/**
 * The precondition that the start version of a watch had not expired. Under load a server may drop
 * it at any time (WATCH-026), and reports this by its status or by an event.
 */
export function* requireVersionKept(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const { answer, stream } = exchangeAt(history, label)
    const isTold = watchEventsOf(stream).some(
      one => isErrorEvent(one) && one.object['code'] === 410,
    )
    yield* precondition(
      answer?.status !== 410 && !isTold,
      `${label}: its version is no longer kept`,
    )
  }
}

/** Reports whether a watch selects an object, by namespace and equality selectors. */
export function isInWatchScope(item: Item, watch: Exchange): boolean {
  if (stateInScope(new Map([[itemKey(item), item]]), watch).size === 0) return false
  const terms = (watch.request.query['fieldSelector'] ?? '').split(',').filter(Boolean)
  return terms.every(term => {
    const [path = '', value] = term.split('=')
    return valueAt(item, `/${path.replaceAll('.', '/')}`) === value
  })
}

/** Reports whether a watch begins with initial events. */
export function isStateWatch({ request }: Exchange): boolean {
  const { resourceVersion = '', sendInitialEvents } = request.query
  if (sendInitialEvents !== undefined) return sendInitialEvents === 'true'
  return resourceVersion === '' || resourceVersion === '0'
}

/**
 * Returns the changes of this case's objects that a watch certainly showed after its initial state:
 * those after a bookmark, or from the first event that is not ADDED, because initial events are all
 * ADDED.
 */
export function changesAfterState(history: History, watch: WatchExchange): WatchEvent[] {
  const events = watchEventsOf(watch.stream)
  const isOfTail = (one: WatchEvent) =>
    isBookmarkEvent(one) || (isChangeEvent(one) && one.type !== 'ADDED')
  const first = isStateWatch(watch) ? events.findIndex(isOfTail) : 0
  return first < 0 ? [] : ownChanges(history, events.slice(first))
}

const ownChanges = (history: History, events: WatchEvent[]): WatchEvent[] =>
  events.filter(one => isChangeEvent(one) && isOwnItem(history, one.object))

/** Returns how the server ended a stream; undefined if it was open or the client closed it. */
export const serverEnd = ({ end }: Stream): Stream['end'] =>
  end?.how === 'closed' ? undefined : end
