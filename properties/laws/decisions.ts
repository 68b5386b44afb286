// Laws of what a target decides on a request: to carry it out, or to refuse it.

import type { Exchange, History } from '../history/history.ts'
import { answered, at, refused, succeeded } from '../history/history.ts'
import { given, holds } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'

/** The answer speaks of the request itself: it is no failure of the server's own and no "later". */
export function* decided(history: History, label: string): Generator<Observation, Exchange> {
  const exchange = at(history, label)
  const status = exchange.answer?.status ?? 503
  yield* given(status < 500 && status !== 429, `${label} answered ${answered(exchange)}`)
  return exchange
}

/** The same; a server that says that it lacks the method has decided as well. */
export function* decidedOrLacking(
  history: History,
  label: string,
): Generator<Observation, Exchange> {
  const exchange = at(history, label)
  return exchange.answer?.status === notImplemented ? exchange : yield* decided(history, label)
}

const notImplemented = 501

/** Every request of the history was carried out. */
export function* allDone(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    yield* given(succeeded(exchange), `${exchange.step} answered ${answered(exchange)}`)
  }
}

/** A request is carried out. That nothing is wrong with it is for the caller to state. */
export function* accepts(history: History, label: string, says: string): Generator<Observation> {
  const exchange = yield* decidedOrLacking(history, label)
  yield holds(succeeded(exchange), {
    says,
    expected: 'success',
    got: answered(exchange),
    at: exchange,
  })
}

/** A request is refused with any 4xx. That its sound twin is accepted the caller states. */
export function* refuses(history: History, label: string, says: string): Generator<Observation> {
  const exchange = yield* decided(history, label)
  yield holds(refused(exchange), {
    says,
    expected: 'a refusal (4xx)',
    got: answered(exchange),
    at: exchange,
  })
}

/** A get finds no object. */
export function* findsNothing(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const exchange = yield* decided(history, label)
  yield holds(refused(exchange), {
    says,
    expected: 'nothing at that name',
    got: answered(exchange),
    at: exchange,
  })
}
