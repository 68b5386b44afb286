// Laws of the paths below that of one object.

import type { Exchange, History } from '../../history/history.ts'
import { answered, at, read, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { decided } from '../decisions.ts'
import { done } from '../premises.ts'
import { uidIn, uidOf } from './scopes.ts'

/** A right to an object is none to what lies below it: without one nothing is learned. */
export function* permitted(history: History, label: string): Generator<Observation, Exchange> {
  const exchange = yield* decided(history, label)
  const status = exchange.answer?.status
  yield* given(status !== 401 && status !== 403, `${label} answered ${answered(exchange)}`)
  return exchange
}

/** PATH-008, PATH-009: each status (`status N`) is served, and is that of its own object. */
export const servesEachStatus = (says: string) =>
  function* (history: History): Generator<Observation> {
    for (const number of [0, 1]) {
      const uid = yield* uidOf(at(history, `object ${number}`))
      const status = yield* permitted(history, `status ${number}`)
      const shown = uidIn(status) ?? uid
      const isServed = succeeded(status) && typeof read(status, '/kind') === 'string'
      yield holds(isServed && shown === uid, {
        says,
        expected: `the status of ${uid}`,
        got: isServed ? `that of ${String(shown)}` : answered(status),
        at: status,
      })
    }
  }

/** PATH-010: each of these steps on a subresource is answered in the kind that it has. */
export const answersInKind = (kind: string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, 'object')
    for (const label of labels) {
      const exchange = yield* permitted(history, label)
      yield* given(exchange.answer?.status !== 409, `another writer came before ${label}`)
      yield holds(succeeded(exchange) && read(exchange, '/kind') === kind, {
        says: 'Each verb of a subresource answers in the kind of the subresource.',
        expected: kind,
        got: succeeded(exchange) ? read(exchange, '/kind') : answered(exchange),
        at: exchange,
      })
    }
  }
