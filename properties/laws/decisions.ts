// Judges whether a target carries out or refuses a request.

import type { Exchange, History } from '../history/history.ts'
import { answerSummary, exchangeAt, isFinalRefusal, isSuccess } from '../history/history.ts'
import { anyRefusal, precondition, verify } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'

/**
 * The precondition that the answer is a decision about the request, not a server error or a request
 * to retry.
 */
export function* requireDecision(
  history: History,
  label: string,
): Generator<Observation, Exchange> {
  const exchange = exchangeAt(history, label)
  const status = exchange.answer?.status ?? 503
  yield* precondition(
    status < 500 && status !== 429,
    `${label} returned ${answerSummary(exchange)}`,
  )
  return exchange
}

/** Like `requireDecision`, but a 501 counts as a decision, too. */
export function* requireDecisionOrUnsupported(
  history: History,
  label: string,
): Generator<Observation, Exchange> {
  const exchange = exchangeAt(history, label)
  return exchange.answer?.status === notImplemented
    ? exchange
    : yield* requireDecision(history, label)
}

const notImplemented = 501

/** The precondition that every request of the history succeeded. */
export function* requireAllSuccess(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    yield* precondition(isSuccess(exchange), `${exchange.step} returned ${answerSummary(exchange)}`)
  }
}

/** A request succeeds. The caller must ensure that the request is valid. */
export function* acceptsRequest(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const exchange = yield* requireDecisionOrUnsupported(history, label)
  yield verify(isSuccess(exchange), {
    says,
    expected: 'success',
    got: answerSummary(exchange),
    at: exchange,
  })
}

/** A request is refused with any 4xx. The caller must ensure that its valid twin is accepted. */
export function* refusesRequest(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const exchange = yield* requireDecision(history, label)
  yield verify(isFinalRefusal(exchange), {
    says,
    expected: anyRefusal('a refusal (4xx)'),
    got: answerSummary(exchange),
    at: exchange,
  })
}

/** A get finds no object. One that is refused for another reason shows nothing. */
export function* findsNothing(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const exchange = yield* requireDecision(history, label)
  const isOtherRefusal = isFinalRefusal(exchange) && exchange.answer?.status !== 404
  yield* precondition(!isOtherRefusal, `${label} returned ${answerSummary(exchange)}`)
  yield verify(isFinalRefusal(exchange), {
    says,
    expected: 'no object with that name',
    got: answerSummary(exchange),
    at: exchange,
  })
}
