// Judges requests to a server that asks webhooks about them
// (scenarios/authorization/access-requests.ts).

import type { AccessWebhookName } from '../../../fixtures/objects/access-reviews.ts'
import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, bodyValueAt, exchangeAt, isSuccess } from '../../history/history.ts'
import { anyRefusal, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

/** The precondition that requests that a webhook allows succeed. */
export function* requireAllowed(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const exchange = exchangeAt(history, label)
    yield* precondition(
      isSuccess(exchange),
      `${label}: a request that a webhook allows returned ${answerSummary(exchange)}`,
    )
  }
}

// A genuine server refuses with 500 if a webhook gave no answer.
const refusals = [403, 500]

/** The precondition that the answer shows a decision of the authorizers: success, 403 or 500. */
export function* requireAuthorization(
  history: History,
  label: string,
): Generator<Observation, Exchange> {
  const exchange = exchangeAt(history, label)
  yield* precondition(
    isSuccess(exchange) || isRefused(exchange),
    `${label} returned ${answerSummary(exchange)}`,
  )
  return exchange
}

/** Whether a request was refused for lack of permission, or because this could not be decided. */
export const isRefused = ({ answer }: Exchange): boolean =>
  answer !== undefined && refusals.includes(answer.status)

/** Requests are allowed or refused as expected, by label. */
export const areDecided = (says: string, expected: { [label: string]: 'allowed' | 'refused' }) =>
  function* (history: History): Generator<Observation> {
    yield* requireAllowed(history, 'ready')
    for (const [label, wanted] of Object.entries(expected)) {
      const exchange = yield* requireAuthorization(history, label)
      yield verify(isSuccess(exchange) === (wanted === 'allowed'), {
        says,
        expected: wanted === 'allowed' ? 'success' : anyRefusal('a refusal (403 or 500)'),
        got: answerSummary(exchange),
        at: exchange,
      })
    }
  }

/** A review that a webhook has received. */
export type ReceivedReview = {
  webhook: AccessWebhookName
  kind: unknown
  apiVersion: unknown
  spec: { [member: string]: unknown }
}

/** The reviews that the webhooks have received, as read by the step with this label. */
export function* receivedReviews(
  history: History,
  label: string,
): Generator<Observation, ReceivedReview[]> {
  const exchange = exchangeAt(history, label)
  const reviews = bodyValueAt(exchange, '/reviews')
  yield* precondition(
    isSuccess(exchange) && Array.isArray(reviews),
    `the record of the webhooks is missing: ${answerSummary(exchange)}`,
  )
  return (Array.isArray(reviews) ? reviews : []).map((one: unknown) => {
    const { webhook, review } = one as { webhook: AccessWebhookName; review: unknown }
    const { kind, apiVersion, spec } = objectIn(review)
    return { webhook, kind, apiVersion, spec: objectIn(spec) }
  })
}

const objectIn = (value: unknown): { [member: string]: unknown } =>
  typeof value === 'object' && value !== null ? (value as { [member: string]: unknown }) : {}

/** The members of `resourceAttributes` or `nonResourceAttributes` that describe a request. */
export type RequestAttributes = { [member: string]: string }

/** Whether a review is about a request with these attributes, of a resource or of a path. */
export function isAbout({ spec }: ReceivedReview, wanted: RequestAttributes): boolean {
  const found = objectIn(spec['path' in wanted ? 'nonResourceAttributes' : 'resourceAttributes'])
  return Object.entries(wanted).every(([member, value]) => (found[member] ?? '') === value)
}

/** The list of namespaces that most requests are. */
export const listOfNamespaces: RequestAttributes = { verb: 'list', resource: 'namespaces' }

/** A webhook has received a review about each of these requests. */
export function* wasAskedAbout(
  history: History,
  {
    reviews,
    webhook,
    says,
    requests,
  }: {
    reviews: string
    webhook: AccessWebhookName
    says: string
    requests: readonly RequestAttributes[]
  },
): Generator<Observation> {
  const received = yield* receivedReviews(history, reviews)
  const own = received.filter(one => one.webhook === webhook && one.kind === 'SubjectAccessReview')
  for (const wanted of requests)
    yield verify(
      own.some(one => isAbout(one, wanted)),
      {
        says,
        expected: wanted,
        got: own.map(({ spec }) => spec['resourceAttributes'] ?? spec['nonResourceAttributes']),
        at: reviews,
      },
    )
}

/**
 * Equal requests `first`, `second` and `third` cause one call of a webhook within the time that its
 * answers are kept, and another one afterwards. The steps `early` and `late` read the reviews.
 */
export const isKeptFor = (ttlMs: number, wanted: 'allowed' | 'refused') =>
  function* (history: History): Generator<Observation> {
    const says = `An answer is reused as long as its TTL of ${ttlMs} ms, and not longer.`
    yield* requireAllowed(history, 'ready')
    const requests = ['first', 'second', 'third'].map(label => exchangeAt(history, label))
    for (const exchange of requests)
      yield* precondition(
        wanted === 'allowed' ? isSuccess(exchange) : isRefused(exchange),
        `${exchange.step} returned ${answerSummary(exchange)}`,
      )
    const counts = []
    for (const label of ['early', 'late']) {
      const received = yield* receivedReviews(history, label)
      counts.push(
        received.filter(one => one.webhook === 'first' && isAbout(one, { verb: 'list' })).length,
      )
    }
    const [early = 0, late = 0] = counts
    const [first, second, third] = requests
    yield* precondition(early > 0, 'the webhook was not asked about the first request')
    // The times of the server are within those of the client.
    yield* precondition(
      (second?.answeredAt ?? Infinity) - (first?.sentAt ?? 0) < ttlMs,
      'the second request was answered too late',
    )
    yield verify(early === 1, { says, expected: 'one call', got: `${early} calls`, at: 'early' })
    yield* precondition(
      (third?.sentAt ?? 0) - (second?.answeredAt ?? Infinity) > ttlMs,
      'the third request was sent too early',
    )
    yield verify(late > early, {
      says,
      expected: `a further call after ${ttlMs} ms`,
      got: `${late} calls`,
      at: 'late',
    })
  }
