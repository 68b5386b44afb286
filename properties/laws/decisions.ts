// Laws of what a target decides on a request: to carry it out, or to refuse it.

import type { Exchange, History } from '../history/history.ts'
import { answerSummary, exchangeAt, isFinalRefusal, isSuccess } from '../history/history.ts'
import { precondition, verify } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'

/** The answer speaks of the request itself: it is no failure of the server's own and no "later". */
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

/** The same; a server that says that it lacks the method has decided as well. */
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

/** Every request of the history was carried out. */
export function* allRequestsSucceed(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    yield* precondition(isSuccess(exchange), `${exchange.step} returned ${answerSummary(exchange)}`)
  }
}

/** A request is carried out. That nothing is wrong with it is for the caller to state. */
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

/** A request is refused with any 4xx. That its sound twin is accepted the caller states. */
export function* refusesRequest(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const exchange = yield* requireDecision(history, label)
  yield verify(isFinalRefusal(exchange), {
    says,
    expected: 'a refusal (4xx)',
    got: answerSummary(exchange),
    at: exchange,
  })
}

/** A get finds no object. */
export function* findsNothing(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const exchange = yield* requireDecision(history, label)
  yield verify(isFinalRefusal(exchange), {
    says,
    expected: 'no object with that name',
    got: answerSummary(exchange),
    at: exchange,
  })
}
