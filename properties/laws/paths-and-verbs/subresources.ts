// Judges subresource paths.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'
import { identityShown, requireIdentity, requireShownPlaces } from '../identity.ts'

/**
 * The precondition that the client may access a subresource. A permission for the object does not
 * include it.
 */
export function* requirePermission(
  history: History,
  label: string,
): Generator<Observation, Exchange> {
  const exchange = yield* requireDecision(history, label)
  const status = exchange.answer?.status
  yield* precondition(
    status !== 401 && status !== 403,
    `${label} returned ${answerSummary(exchange)}`,
  )
  return exchange
}

/** PATH-008, PATH-009: each status (`status N`) is served and belongs to its object. */
export const eachStatusIsServed = (says: string) =>
  function* (history: History): Generator<Observation> {
    for (const number of [0, 1]) {
      const identity = yield* requireIdentity(history, exchangeAt(history, `object ${number}`))
      const status = yield* requirePermission(history, `status ${number}`)
      yield* requireShownPlaces(history, identity, status)
      const shown = identityShown(identity, status.answer?.body) ?? identity.text
      const isServed = isSuccess(status) && typeof bodyValueAt(status, '/kind') === 'string'
      yield verify(isServed && shown === identity.text, {
        says,
        expected: `the status of ${identity.text}`,
        got: isServed ? `that of ${String(shown)}` : answerSummary(status),
        at: status,
      })
    }
  }

/** PATH-010: the answer to each of these steps has the kind of the subresource. */
export const subresourceAnswersInKind = (kind: string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'object')
    for (const label of labels) {
      const exchange = yield* requirePermission(history, label)
      yield* precondition(
        exchange.answer?.status !== 409,
        `another writer changed the object before ${label}`,
      )
      yield verify(isSuccess(exchange) && bodyValueAt(exchange, '/kind') === kind, {
        says: 'Each verb of a subresource returns the kind of the subresource.',
        expected: kind,
        got: isSuccess(exchange) ? bodyValueAt(exchange, '/kind') : answerSummary(exchange),
        at: exchange,
      })
    }
  }
