import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireDecision } from '../decisions.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'

/**
 * K8S-ENC-054: every encoding returns the sent values, with the exact numbers that JSON returns.
 * The labels are in scenarios/any-values.ts.
 */
export function* anyValueRoundTrips(history: History): Generator<Observation> {
  const json = exchangeAt(history, 'json')
  const status = json.answer?.status ?? 0
  yield* precondition(isSuccess(json), `a create of such an object returns ${status}`)
  for (const step of ['yaml', 'cbor', 'from yaml']) {
    const other = yield* requireDecision(history, step)
    const [wanted, got] = [json, other].map(({ answer }) => ({
      data: plain(valueAt(answer?.body, '/data')),
      revision: valueAt(answer?.body, '/revision'),
      integers: ofValues(answer?.integers),
    }))
    const found = isSuccess(other) ? firstDifference(wanted, got) : undefined
    yield verify(isSuccess(other) && found === undefined, {
      says: 'A value of any type is the same in every encoding.',
      ...(isSuccess(other)
        ? differenceSides(found)
        : { expected: 'success', got: answerSummary(other) }),
      at: other,
    })
  }
}

/** Replaces -0 by 0, because only JSON text distinguishes them. */
function plain(value: unknown): unknown {
  if (Object.is(value, -0)) return 0
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}

const ofValues = (integers: { [pointer: string]: string } = {}) =>
  Object.fromEntries(Object.entries(integers).filter(([place]) => /^\/(data|revision)/.test(place)))
