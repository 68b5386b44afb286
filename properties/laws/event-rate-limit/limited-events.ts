// Judges which events a server admits that was started with limits
// (scenarios/event-rate-limit/limited-events.ts).

import { eventLimitsOf } from '../../../fixtures/objects/event-limits.ts'
import type { EventLimit, LimitingSetup } from '../../../fixtures/objects/event-limits.ts'
import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, bodyValueAt, exchangeAt, isSuccess } from '../../history/history.ts'
import {
  anyRefusal,
  applicable,
  precondition,
  recordAnswer,
  verify,
} from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { inOldVersion, onSetup } from '../../dsl/setup-names.ts'
import { tokenBounds } from '../../models/token-buckets.ts'
import type { TokenBounds, TokenRequest } from '../../models/token-buckets.ts'

type SentEvent = { exchange: Exchange; namespace: string; user: string; source: string }

/** What is judged of the events of a history. */
export type JudgedEvents = {
  setup: LimitingSetup
  says: string
  /** The beginning of the labels of the events that are judged. All events count. */
  judged: string
  /**
   * The evidence without which nothing is judged: how many events there must be that a limit could
   * not refuse, and how many that were refused.
   */
  evidence: { admissible?: number; refused?: number }
}

/**
 * Events are admitted and refused as the limits of their server require, as far as the times of the
 * requests leave no doubt.
 */
export const eventsFollowLimits = ({ setup, says, judged, evidence }: JudgedEvents) =>
  function* (history: History): Generator<Observation> {
    yield* serversAreReady(history)
    const events = boundedEvents(history, setup).filter(({ exchange }) =>
      exchange.step.startsWith(judged),
    )
    const observations = events.map(event => observationOf(event, says))
    const isViolated = observations.some(({ kind }) => kind === 'violated')
    if (isViolated) yield* requireNoOverload(history)
    const { admissible = 0, refused = 0 } = evidence
    yield* precondition(
      isViolated ||
        (events.filter(({ bounds }) => isAdmissible(bounds)).length >= admissible &&
          events.filter(({ isAdmitted }) => !isAdmitted).length >= refused),
      `the requests of ${judged} were too slow to show the limits`,
    )
    yield* observations
  }

function observationOf({ exchange, isAdmitted, bounds }: BoundedEvent, says: string): Observation {
  const isLawful = isAdmitted ? !isExcessive(bounds) : !isAdmissible(bounds)
  return verify(isLawful, {
    says,
    expected: isAdmitted
      ? anyRefusal(`a refusal: ${boundsText(bounds)}`)
      : `an admitted event: ${boundsText(bounds)}`,
    got: answerSummary(exchange),
    at: exchange,
  })
}

/**
 * The precondition that no event was refused with 503 or a Retry-After. A busy server may refuse
 * any request in this way, and then it is unknown what the limits have counted.
 */
function* requireNoOverload({ exchanges }: History): Generator<Observation> {
  const refused = exchanges.find(
    one =>
      isEvent(one) &&
      (one.answer?.status === 503 ||
        (!isSuccess(one) && one.answer?.headers['retry-after'] !== undefined)),
  )
  yield* precondition(
    refused === undefined,
    `${refused?.step} returned ${refused ? answerSummary(refused) : ''}, ` +
      'so the server may be overloaded',
  )
}

/** No limit can refuse the event. */
const isAdmissible = (bounds: readonly TokenBounds[]): boolean =>
  bounds.every(({ min }) => min >= 1)

/** Some limit cannot admit the event. Sums of fractions of milliseconds are not exact. */
const isExcessive = (bounds: readonly TokenBounds[]): boolean =>
  bounds.some(({ max }) => max < 1 - 1e-6)

/**
 * The limits have an effect at all: if some event with one of these labels must be refused, some
 * event with one of them is.
 */
export const someEventIsRefused = (setup: LimitingSetup, label: string, says: string) =>
  function* (history: History): Generator<Observation> {
    yield* serversAreReady(history)
    const events = boundedEvents(history, setup).filter(({ exchange }) =>
      exchange.step.startsWith(label),
    )
    const refused = events.filter(({ isAdmitted }) => !isAdmitted)
    const surplus = events.find(({ bounds }) => isExcessive(bounds))
    yield* precondition(
      refused.length > 0 || surplus !== undefined,
      `the events of ${label} were too slow to use up the limit`,
    )
    const at = refused[0] ?? surplus
    if (at)
      yield verify(refused.length > 0, {
        says,
        expected: anyRefusal('a refusal of one of these events'),
        got: `${events.length} admitted events`,
        at: at.exchange,
      })
  }

/** Records how an event beyond the limits is refused (RATE-018). */
export function* refusalIsNoted(history: History): Generator<Observation> {
  yield* serversAreReady(history)
  const refused = history.exchanges.find(one => isEvent(one) && !isSuccess(one))
  yield* precondition(refused !== undefined, 'no event was refused')
  if (!refused) return
  const wait = refused.answer?.headers['retry-after'] === undefined ? 'without' : 'with'
  yield recordAnswer(`an event beyond a limit: ${answerSummary(refused)} ${wait} Retry-After`)
}

/** Requests are sent as different users if the administrator may act as them. */
export function* actsAsUsers(history: History, ...users: string[]): Generator<Observation> {
  for (const user of users) {
    const exchange = exchangeAt(history, `user ${user}`)
    const name = isSuccess(exchange) && bodyValueAt(exchange, '/status/userInfo/username')
    yield* applicable(
      name === `${history.context.prefix}${user}`,
      `the administrator cannot act as another user: ${answerSummary(exchange)}`,
    )
  }
}

function* serversAreReady(history: History): Generator<Observation> {
  const others = history.exchanges.filter(one => !isEvent(one))
  for (const exchange of others)
    yield* precondition(
      isSuccess(exchange) || exchange.step.startsWith('user '),
      `${exchange.step} returned ${answerSummary(exchange)}`,
    )
  const events = history.exchanges.filter(isEvent)
  const [first] = events
  // Without an admitted event of this form, a refusal may have another reason.
  yield* precondition(
    first !== undefined && isSuccess(first),
    `the first event was not admitted: ${first ? answerSummary(first) : 'none was sent'}`,
  )
  for (const exchange of events) {
    const status = exchange.answer?.status ?? 0
    yield* precondition(
      isSuccess(exchange) || isRefusal(status),
      `${exchange.step} returned ${answerSummary(exchange)}`,
    )
  }
}

/** The specification does not say how events beyond a limit are refused (RATE-018). */
const isRefusal = (status: number): boolean => (status >= 400 && status < 500) || status === 503

const isEvent = ({ request }: Exchange): boolean =>
  request.method === 'POST' && request.path.endsWith('/events')

type BoundedEvent = {
  exchange: Exchange
  isAdmitted: boolean
  /** Of the limits, in their order. */
  bounds: TokenBounds[]
}

const boundsText = (bounds: readonly TokenBounds[]): string =>
  bounds
    .map(({ min, max }) => `a limit has ${min.toFixed(1)} to ${max.toFixed(1)} events left`)
    .join(', and ')

/** Returns the events of a history with the tokens that each limit may have before them. */
function boundedEvents(history: History, setup: LimitingSetup): BoundedEvent[] {
  const limits: readonly EventLimit[] = eventLimitsOf[setup]
  const modelled = limits.map(limitModel)
  const servers = [setup, inOldVersion(setup)].map(onSetup)
  const isSent = (one: Exchange) => isEvent(one) && servers.includes(one.request.server ?? '')
  return history.exchanges.filter(isSent).map(exchange => {
    const isAdmitted = isSuccess(exchange)
    // Which of several limits has refused an event is unknown.
    const isTaken = isAdmitted || (limits.length > 1 ? 'unknown' : false)
    const bounds = modelled.map(boundsAt => boundsAt(sentEvent(exchange), isTaken))
    return { exchange, isAdmitted, bounds }
  })
}

/** Returns a function that is called with the events in order. It models the buckets of a limit. */
function limitModel({ type, qps, burst, cacheSize = 4096 }: EventLimit) {
  // In the order of use.
  const buckets = new Map<string, TokenRequest[]>()
  // The one bucket of a server is also used by other checks.
  const options = { qps, burst, isFull: type !== 'Server' }
  return (event: SentEvent, isTaken: TokenRequest['isTaken']): TokenBounds => {
    const { request, sentAt, answeredAt } = event.exchange
    const key = `${request.server} ${keyOf[type](event)}`
    const requests = [...(buckets.get(key) ?? []), { sentAt, answeredAt, isTaken }]
    buckets.delete(key)
    buckets.set(key, requests)
    const [oldest] = buckets.keys()
    if (buckets.size > cacheSize && oldest !== undefined) buckets.delete(oldest)
    return tokenBounds(requests, options)
  }
}

const keyOf: Record<EventLimit['type'], (event: SentEvent) => string> = {
  Server: () => '',
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user,
  SourceAndObject: ({ source }) => source,
}

function sentEvent(exchange: Exchange): SentEvent {
  const { path, headers, body = '{}' } = exchange.request
  const { source, involvedObject } = JSON.parse(body) as Record<string, unknown>
  return {
    exchange,
    namespace: path.split('/').at(-2) ?? '',
    user: headers['impersonate-user'] ?? '',
    source: JSON.stringify([source, involvedObject]),
  }
}
