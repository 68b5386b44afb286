// What a watch told, as the laws of this folder read it: its stream, what it is about, and where
// its initial state ends.

import type { Exchange, History, Item, Stream } from '../../history/history.ts'
import { at, isOwn, keyOf } from '../../history/history.ts'
import { inScope } from '../../history/model.ts'
import { given } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { documentsOf, isBookmark, isChange, isError } from '../../history/streams.ts'
import type { Told } from '../../history/streams.ts'
import { valueAt } from '../../dsl/term.ts'

export type Watched = Exchange & { stream: Stream }

/** The watch of a step; unmet when it was not answered with a stream. */
export function* watchAt(history: History, label: string): Generator<Observation, Watched> {
  const exchange = at(history, label)
  const { stream, problem, answer } = exchange
  const why = problem ?? answer?.status ?? 'it was not answered'
  yield* given(stream !== undefined, `${label} is no stream: ${why}`)
  return exchange as Watched
}

/**
 * The version that a watch goes on from was still kept: under load a server may forget it at any
 * time (WATCH-026), and says so by its status or by an event.
 */
export function* stillKept(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const { answer, stream } = at(history, label)
    const isTold = documentsOf(stream).some(one => isError(one) && one.object['code'] === 410)
    yield* given(answer?.status !== 410 && !isTold, `${label}: its version is no longer kept`)
  }
}

/** Whether a watch is about an object: by its namespace and its selectors by equality. */
export function isSelected(item: Item, watch: Exchange): boolean {
  if (inScope(new Map([[keyOf(item), item]]), watch).size === 0) return false
  const terms = (watch.request.query['fieldSelector'] ?? '').split(',').filter(Boolean)
  return terms.every(term => {
    const [path = '', value] = term.split('=')
    return valueAt(item, `/${path.replaceAll('.', '/')}`) === value
  })
}

/** Whether a watch begins with the objects of a state. */
export function beginsWithState({ request }: Exchange): boolean {
  const { resourceVersion = '', sendInitialEvents } = request.query
  if (sendInitialEvents !== undefined) return sendInitialEvents === 'true'
  return resourceVersion === '' || resourceVersion === '0'
}

/**
 * The changes of this case's objects that a watch told for sure after its initial state: behind a
 * bookmark, or from the first event on that is no ADDED, for initial events are nothing else.
 */
export function tailOf(history: History, watch: Watched): Told[] {
  const told = documentsOf(watch.stream)
  const isOfTail = (one: Told) => isBookmark(one) || (isChange(one) && one.type !== 'ADDED')
  const first = beginsWithState(watch) ? told.findIndex(isOfTail) : 0
  return first < 0 ? [] : ownChanges(history, told.slice(first))
}

const ownChanges = (history: History, told: Told[]): Told[] =>
  told.filter(one => isChange(one) && isOwn(history, one.object))

/** How a server ended a stream; undefined while it was open, also if the client then left it. */
export const endOf = ({ end }: Stream): Stream['end'] => (end?.how === 'closed' ? undefined : end)
