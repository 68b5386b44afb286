// Checks preconditions that many judges share. If one is not met, a history is no evidence about
// the rule.

import type { Exchange, History, Item } from '../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  otherItems,
  itemsOf,
  bodyValueAt,
  isSuccess,
  resourceVersionOf,
} from '../history/history.ts'
import type { StateHistory } from '../history/possible-states.ts'
import { versionWritten } from '../history/write-order.ts'
import { valueAt } from '../dsl/term.ts'
import { precondition, noOtherWriter } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'

/** The precondition that the named steps succeeded. */
export function* requireSuccess(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const exchange = exchangeAt(history, label)
    const { request, about } = exchange
    yield* precondition(
      isSuccess(exchange),
      `${label} (${request.method} ${about?.role ?? request.path}) returned ${answerSummary(exchange)}`,
    )
  }
}

/**
 * The precondition that every list has items, and that no other client writes in the case's
 * namespaces.
 */
export function* requireLists(history: History, ...exchanges: Exchange[]): Generator<Observation> {
  for (const exchange of exchanges) {
    yield* precondition(
      itemsOf(exchange) !== undefined || isEmptyList(exchange),
      `${exchange.step} is not a list: it returned ${answerSummary(exchange)}`,
    )
    const [foreign] = otherItems(history, exchange)
    yield* noOtherWriter(!foreign, `${String(foreign?.metadata['name'])} is not of this case`)
  }
}

/** Reports whether an answer is an empty list, whose items may be null or omitted (ENV-011). */
const isEmptyList = (exchange: Exchange): boolean =>
  isSuccess(exchange) &&
  (bodyValueAt(exchange, '/items') ?? null) === null &&
  typeof bodyValueAt(exchange, '/metadata') === 'object' &&
  bodyValueAt(exchange, '/metadata/name') === undefined

/** The precondition that each create succeeded. */
export function* requireCreates(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    if (exchange.request.method !== 'POST' || !exchange.about) continue
    yield* precondition(
      isSuccess(exchange),
      `${exchange.step} (create) returned ${answerSummary(exchange)}`,
    )
  }
}

/**
 * The precondition that the creates before the first read succeeded. Later creates may hit objects
 * that an earlier change left, or be meant to fail.
 */
export function* requireSetup(history: History): Generator<Observation> {
  const firstRead = history.exchanges.findIndex(({ request }) => request.method === 'GET')
  const before = firstRead < 0 ? history.exchanges : history.exchanges.slice(0, firstRead)
  yield* requireCreates({ ...history, exchanges: before })
}

/**
 * The precondition that a PUT answered with a conflict sent the stored version: a read `after` it
 * still shows the version that it was based on (`of`). Otherwise another writer changed the object
 * first.
 */
export function* requireNotOvertaken(
  history: History,
  { put, of, after }: { put: string; of: string; after: string },
): Generator<Observation> {
  const isConflict = exchangeAt(history, put).answer?.status === 409
  const isUntouched =
    resourceVersionOf(exchangeAt(history, after)) === resourceVersionOf(exchangeAt(history, of))
  yield* precondition(!isConflict || isUntouched, `another writer changed the object before ${put}`)
}

/** The precondition that this case wrote all items of a read. */
export function* requireOwnVersions(past: StateHistory, items: Item[]): Generator<Observation> {
  for (const item of items) {
    const [name, issued] = ['name', 'resourceVersion'].map(of => valueAt(item, `/metadata/${of}`))
    yield* noOtherWriter(
      past.writes.some(write => versionWritten(write) === issued),
      `no write of this case gave ${String(name)} its version`,
    )
  }
}
