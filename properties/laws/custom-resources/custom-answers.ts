// Compares answers about custom types, in whole or in part.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { expectedCode, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'
import { containsPart, isJsonObject } from '../../dsl/term.ts'
import { isSharedDefinition } from '../../history/definitions.ts'

/** The precondition that the types defined by these steps were established. */
export function* requireEstablishedTypes(
  history: History,
  ...labels: string[]
): Generator<Observation> {
  for (const label of labels) {
    const exchange = exchangeAt(history, label)
    yield* precondition(
      isSharedDefinition(exchange),
      `${label} is not established: ${answerSummary(exchange)}`,
    )
  }
}

/** A request succeeds and its body contains `part`. Arrays match any entries, in any order. */
export function* answerIncludes(
  history: History,
  label: string,
  part: unknown,
  says: string,
): Generator<Observation> {
  const exchange = yield* requireDecision(history, label)
  const isShown = isSuccess(exchange) && containsPart(part, bodyValueAt(exchange, ''))
  const refusal = `${answerSummary(exchange)} ${messageIn(exchange)}`
  const got = isSuccess(exchange) ? closest(part, bodyValueAt(exchange, '')) : refusal
  yield verify(isShown, { says, expected: part, got, at: exchange })
}

/** Returns the members of a value that `part` has, too, so that reports stay short. */
const closest = (part: unknown, value: unknown): unknown =>
  isJsonObject(part) && isJsonObject(value)
    ? Object.fromEntries(Object.keys(part).map(key => [key, closest(part[key], value[key])]))
    : value

/** Two successful answers are equal at these JSON pointers. */
export function* answersAgree(
  history: History,
  [one, other]: [string, string],
  pointers: string[],
  says: string,
): Generator<Observation> {
  yield* requireSuccess(history, one, other)
  const [expected, got] = [exchangeAt(history, one), exchangeAt(history, other)]
  for (const pointer of pointers) {
    const [was, is] = [expected, got].map(exchange => canonicalText(bodyValueAt(exchange, pointer)))
    yield verify(was === is, { says, expected: `${pointer} ${was}`, got: is, at: got })
  }
}

/** A successful answer has no value at these JSON pointers. */
export function* answerLacks(
  history: History,
  label: string,
  pointers: string[],
  says: string,
): Generator<Observation> {
  yield* requireSuccess(history, label)
  const exchange = exchangeAt(history, label)
  for (const pointer of pointers) {
    const got = bodyValueAt(exchange, pointer)
    yield verify(got === undefined, { says, expected: `nothing at ${pointer}`, got, at: exchange })
  }
}

/** A request is answered with this status code. */
export function* hasStatusCode(
  history: History,
  label: string,
  status: number,
  says: string,
): Generator<Observation> {
  const exchange = exchangeAt(history, label)
  yield* precondition(exchange.answer !== undefined, `${label}: ${answerSummary(exchange)}`)
  yield verify(exchange.answer?.status === status, {
    says,
    expected: expectedCode(status),
    got: answerSummary(exchange),
    at: exchange,
  })
}

/** A request succeeds. If not, the report contains the message of the refusal. */
export function* requestSucceeds(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const exchange = exchangeAt(history, label)
  yield* precondition(exchange.answer !== undefined, `${label}: ${answerSummary(exchange)}`)
  const got = `${answerSummary(exchange)} ${messageIn(exchange)}`
  yield verify(isSuccess(exchange), { says, expected: 'success', got, at: exchange })
}

export const messageIn = (exchange: Exchange): string =>
  String(bodyValueAt(exchange, '/message') ?? '')

/** Returns the same text for equal values, by sorting members. */
export const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'nothing'
