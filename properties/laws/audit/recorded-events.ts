// Judges the audit events of requests (scenarios/audit/audited-requests.ts).

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, bodyValueAt, exchangeAt, isSuccess } from '../../history/history.ts'
import { applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import {
  agentStart,
  isLookAtType,
  marker,
  stranger,
} from '../../scenarios/audit/audited-requests.ts'
import { isJsonObject } from '../../dsl/term.ts'

export type Members = Record<string, unknown>

/** Returns all events of the case. */
export function allEvents(history: History): Members[] {
  const all = bodyValueAt(exchangeAt(history, 'events'), '/events')
  return Array.isArray(all) ? (all as unknown[]).filter(isJsonObject) : []
}

/** Returns the events of a request. */
export const eventsOf = (history: History, label: string): Members[] =>
  allEvents(history).filter(
    ({ userAgent }) => userAgent === `${agentStart}${history.context.prefix}${label}`,
  )

/** Returns the event at the end of a request, which has the status of the response. */
export const lastEventOf = (history: History, label: string): Members | undefined =>
  eventsOf(history, label).findLast(({ responseStatus }) => isJsonObject(responseStatus))

/** The rules about a type apply to servers that serve it. */
export function* requireServed(history: History): Generator<Observation> {
  for (const exchange of history.exchanges.filter(({ step }) => isLookAtType(step)))
    yield* applicable(
      exchange.answer?.status !== 404,
      `the server does not serve ${exchange.request.path}`,
    )
}

/**
 * The precondition that the server records a user whom a rule names, and not one without a rule.
 */
export function* requireRules(history: History): Generator<Observation> {
  yield* requireEvents(history, marker)
  yield* precondition(
    eventsOf(history, stranger).length === 0,
    'requests of users without a rule are recorded',
  )
}

/** The precondition that requests have been recorded. Returns their events, in this order. */
export function* requireEvents(
  history: History,
  ...labels: string[]
): Generator<Observation, Members[]> {
  for (const label of labels) {
    const events = eventsOf(history, label)
    yield* precondition(events.length > 0, `no audit event of the request ${label} has come`)
    // The client sends such a request again.
    yield* precondition(
      !events.some(({ responseStatus }) =>
        [429, 503].includes(Number(memberOf(responseStatus, 'code'))),
      ),
      `the server was too busy for the request ${label}`,
    )
  }
  return labels.flatMap(label => eventsOf(history, label))
}

/** The precondition that requests succeeded. An object or a namespace may be there already. */
export function* requireSuccess(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const exchange = exchangeAt(history, label)
    yield* applicable(exchange.answer?.status !== 404, `the server has no place for ${label}`)
    const isThere = exchange.answer?.status === 409 && label.startsWith('namespace')
    yield* precondition(
      isSuccess(exchange) || isThere,
      `${label} returned ${answerSummary(exchange)}`,
    )
  }
}

/** The precondition that a watch with a time limit was served to its end. */
export function* requireWatch(history: History, label: string): Generator<Observation> {
  const watch = exchangeAt(history, label)
  yield* precondition(
    isSuccess(watch),
    `the ${label} did not end with success: it returned ${answerSummary(watch)}`,
  )
}

/** Which requests a policy records, and which it does not. */
export type Recording = { recorded: readonly string[]; unrecorded: readonly string[] }

/** Requests are recorded or not. The controls show that events come, and only by rules. */
export const records = (says: string, { recorded, unrecorded }: Recording) =>
  function* (history: History): Generator<Observation> {
    yield* requireServed(history)
    yield* requireRules(history)
    yield* isRecordedOrNot(history, says, { recorded, unrecorded })
  }

/** The same without the controls. */
export function* isRecordedOrNot(
  history: History,
  says: string,
  { recorded, unrecorded }: Recording,
): Generator<Observation> {
  for (const label of [...recorded, ...unrecorded]) {
    const isRecorded = eventsOf(history, label).length > 0
    const isExpected = recorded.includes(label)
    yield* precondition(exchangeAt(history, label).answer !== undefined, `${label} has no answer`)
    yield verify(isRecorded === isExpected, {
      says,
      expected: isExpected ? 'audit events of the request' : 'no audit event of the request',
      got: isRecorded ? eventsOf(history, label)[0] : 'none',
      at: exchangeAt(history, label),
    })
  }
}

/** A value of each event of some requests is as it must be. */
export function* eachEvent(
  history: History,
  labels: readonly string[],
  says: string,
  test: (event: Members, exchange: Exchange) => { ok: boolean; expected: unknown; got: unknown },
): Generator<Observation> {
  yield* requireEvents(history, ...labels)
  for (const label of labels) {
    const exchange = exchangeAt(history, label)
    for (const event of eventsOf(history, label)) {
      const { ok, expected, got } = test(event, exchange)
      yield verify(ok, { says, expected, got: got ?? 'none', at: exchange })
    }
  }
}

/** Returns a member of an object; undefined if the value is none. */
export const memberOf = (value: unknown, name: string): unknown =>
  isJsonObject(value) ? value[name] : undefined
