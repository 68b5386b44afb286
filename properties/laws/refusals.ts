// What a single request came to: accepted, refused, or nothing that can be judged.

import type { Exchange, History } from '../history.ts'
import { answered, at, refused, succeeded } from '../history.ts'
import { given, holds } from '../observation.ts'
import type { Observation } from '../observation.ts'

// They ask to come again, or do not say whether the request was carried out.
const undecided = [429, 503, 504]

/** The premise that a request was answered for good; its exchange. */
export function* decided(history: History, label: string): Generator<Observation, Exchange> {
  const exchange = at(history, label)
  const { answer } = exchange
  const isDecided = answer !== undefined && !undecided.includes(answer.status)
  yield* given(isDecided, `${label} answered ${answered(exchange)}`)
  return exchange
}

/** A request is accepted. */
export function* accepts(history: History, label: string, says: string): Generator<Observation> {
  const exchange = yield* decided(history, label)
  yield holds(succeeded(exchange), { says, expected: 'success', got: answered(exchange), at: label })
}

/** A request is refused on its own account. */
export function* refuses(history: History, label: string, says: string): Generator<Observation> {
  const exchange = yield* decided(history, label)
  yield holds(refused(exchange), { says, expected: 'a refusal', got: answered(exchange), at: label })
}

/** A get finds no object. */
export function* findsNothing(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const exchange = yield* decided(history, label)
  yield holds(refused(exchange), { says, expected: 'no object', got: answered(exchange), at: label })
}
