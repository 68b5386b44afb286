import type { History } from '../../history/history.ts'
import { answered, at, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { decided } from '../decisions.ts'
import { differenceOf, sidesOf } from '../differences.ts'

/** K8S-ENC-054: see scenarios/any-values.ts. What JSON shows is what was sent, number by number. */
export function* anyValueIsTheSame(history: History): Generator<Observation> {
  const json = at(history, 'json')
  const status = json.answer?.status ?? 0
  yield* given(succeeded(json), `such an object is answered ${status}`)
  for (const step of ['yaml', 'cbor', 'from yaml']) {
    const other = yield* decided(history, step)
    const [wanted, got] = [json, other].map(({ answer }) => ({
      data: plain(valueAt(answer?.body, '/data')),
      revision: valueAt(answer?.body, '/revision'),
      integers: ofValues(answer?.integers),
    }))
    const found = succeeded(other) ? differenceOf(wanted, got) : undefined
    yield holds(succeeded(other) && found === undefined, {
      says: 'A value of any sort is the same in every encoding.',
      ...(succeeded(other) ? sidesOf(found) : { expected: 'success', got: answered(other) }),
      at: other,
    })
  }
}

/** No encoding but JSON text tells -0 from 0. */
function plain(value: unknown): unknown {
  if (Object.is(value, -0)) return 0
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}

const ofValues = (integers: { [at: string]: string } = {}) =>
  Object.fromEntries(Object.entries(integers).filter(([place]) => /^\/(data|revision)/.test(place)))
