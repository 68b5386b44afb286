// What answers about custom types show, in whole or in part.

import { isDefined } from '../../dsl/definitions.ts'
import type { Exchange, History } from '../../history/history.ts'
import { answered, at, read, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { isPart } from '../../dsl/until.ts'
import { decided } from '../decisions.ts'
import { done } from '../premises.ts'

/** The types that the steps of these labels define were established. */
export function* defined(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const exchange = at(history, label)
    yield* given(isDefined(exchange), `${label} is not established: ${answered(exchange)}`)
  }
}

/** A request succeeds and shows this: a part of the body, of an array some entries in any order. */
export function* shows(
  history: History,
  label: string,
  part: unknown,
  says: string,
): Generator<Observation> {
  const exchange = yield* decided(history, label)
  const isShown = succeeded(exchange) && isPart(part, read(exchange, ''))
  const refusal = `${answered(exchange)} ${messageOf(exchange)}`
  const got = succeeded(exchange) ? closest(part, read(exchange, '')) : refusal
  yield holds(isShown, { says, expected: part, got, at: exchange })
}

/** That of a value which stands beside what is expected of it, so that reports show little else. */
const closest = (part: unknown, value: unknown): unknown =>
  isFields(part) && isFields(value)
    ? Object.fromEntries(Object.keys(part).map(key => [key, closest(part[key], value[key])]))
    : value

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A success is equal to another one at these places of their bodies. */
export function* agree(
  history: History,
  [one, other]: [string, string],
  pointers: string[],
  says: string,
): Generator<Observation> {
  yield* done(history, one, other)
  const [expected, got] = [at(history, one), at(history, other)]
  for (const pointer of pointers) {
    const [was, is] = [expected, got].map(exchange => canonical(read(exchange, pointer)))
    yield holds(was === is, { says, expected: `${pointer} ${was}`, got: is, at: got })
  }
}

/** A success has nothing at these places. */
export function* lacks(
  history: History,
  label: string,
  pointers: string[],
  says: string,
): Generator<Observation> {
  yield* done(history, label)
  const exchange = at(history, label)
  for (const pointer of pointers) {
    const got = read(exchange, pointer)
    yield holds(got === undefined, { says, expected: `nothing at ${pointer}`, got, at: exchange })
  }
}

/** A request is answered with this status, whatever else the answer says. */
export function* isAnswered(
  history: History,
  label: string,
  status: number,
  says: string,
): Generator<Observation> {
  const exchange = at(history, label)
  yield* given(exchange.answer !== undefined, `${label}: ${answered(exchange)}`)
  yield holds(exchange.answer?.status === status, {
    says,
    expected: status,
    got: answered(exchange),
    at: exchange,
  })
}

/** A request is carried out; its message says why where it is not. */
export function* isCarriedOut(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const exchange = at(history, label)
  yield* given(exchange.answer !== undefined, `${label}: ${answered(exchange)}`)
  const got = `${answered(exchange)} ${messageOf(exchange)}`
  yield holds(succeeded(exchange), { says, expected: 'success', got, at: exchange })
}

export const messageOf = (exchange: Exchange): string => String(read(exchange, '/message') ?? '')

/** The same text for equal values: members in the order of their names. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isFields(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'nothing'
