// Laws of faulty requests beside sound ones: they are refused, in the words of genuine servers.

import type { Role } from '../../fixtures/objects/probe-types.ts'
import type { Exchange, History } from '../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, rolesIn } from '../history/history.ts'
import { precondition, verify } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'
import { valueAt } from '../dsl/term.ts'
import { requireSuccess, requireNotOvertaken } from './preconditions.ts'
import {
  requireFinalAnswer,
  statusCauses,
  detailsOf,
  ownObjectName,
  refusalsAreStatusObjects,
  refusesWith,
} from './status.ts'
import type { Refusal } from './status.ts'

export const badRequestRefusal: Refusal = { code: 400, reason: 'BadRequest' }

export type ExpectedRefusals = {
  /** Labels of the steps that must be carried out before the faulty ones say anything. */
  twins: string[]
  /** Labels of the faulty steps; where they are left out, all that start with `fault`. */
  faults?: string[]
  /** What the refusal is to say, where it depends on what was asked; undefined judges nothing. */
  wanted: Refusal | ((history: History, fault: Exchange) => Refusal | undefined)
  says: string
}

/** Each faulty step is refused as wanted. */
export const faultsAreRefused = ({ twins, faults, wanted, says }: ExpectedRefusals) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, ...twins)
    for (const label of faults ?? faultsIn(history)) {
      const refusal =
        typeof wanted === 'function' ? wanted(history, exchangeAt(history, label)) : wanted
      if (refusal) yield* refusesWith(history, label, refusal, says)
    }
  }

const faultsIn = (history: History): string[] =>
  history.exchanges.map(({ step }) => step).filter(step => step.startsWith('fault'))

/** The same for each role on its own; the labels go on with a blank and the role. */
export const faultsAreRefusedOf = (
  roles: readonly Role[],
  { twins, faults, ...rest }: ExpectedRefusals,
) =>
  function* (history: History): Generator<Observation> {
    for (const role of rolesIn(history, roles)) {
      const ofRole = (label: string): string => `${label} ${role}`
      const labels = { twins: twins.map(ofRole), faults: (faults ?? ['fault']).map(ofRole) }
      yield* faultsAreRefused({ ...rest, ...labels })(history)
    }
  }

/** A refusal for an object's sake, whose details name the object by its resource. */
export const refusalOf =
  (logical: string, refusal: Refusal) =>
  (history: History, { about }: Exchange): Refusal | undefined =>
    about && {
      ...refusal,
      details: detailsOf(history, about.role, 'resource', ownObjectName(history, logical)),
    }

/** K8S-ERR-005: a create and an update of invalid objects are refused, with whole causes. */
export function* invalidRefusalNamesKind(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin', 'freed', 'after')
  yield* requireNotOvertaken(history, { put: 'fault update', of: 'object', after: 'after' })
  for (const [label, logical] of [
    ['fault create', 'y'],
    ['fault update', 'x'],
  ] as const) {
    const exchange = exchangeAt(history, label)
    if (!exchange.about) continue
    const details = detailsOf(history, exchange.about.role, 'kind', ownObjectName(history, logical))
    const wanted = { code: 422, reason: 'Invalid', details }
    const says = 'An invalid object is refused with 422 Invalid.'
    yield* refusesWith(history, label, wanted, says)
    yield causesAreWhole(exchange)
  }
}

function causesAreWhole(exchange: Exchange): Observation {
  const causes = statusCauses(exchange)
  const wholes = causes.filter(cause =>
    ['/reason', '/message', '/field'].every(member => Boolean(valueAt(cause, member))),
  )
  return verify(causes.length > 0 && wholes.length === causes.length, {
    says: 'Every cause of a 422 Invalid has reason, message and field.',
    expected: 'causes with reason, message and field',
    got: causes,
    at: exchange,
  })
}

/** K8S-ERR-008: whatever the limited identity asks is forbidden, for the named object's sake. */
export function* forbiddenRefusalNamesResource(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin')
  const denied = history.exchanges.filter(
    ({ step, about, request }) => request.who === 'limited' && about && !isLacking(history, step),
  )
  const says = 'A request without permission is refused with 403 Forbidden.'
  // What is done before what is said of it.
  for (const { step } of denied) yield* refusesWith(history, step, { code: 403 }, says)
  for (const { step, about } of denied) {
    if (!about) continue
    const details = detailsOf(history, about.role, 'resource', about.name)
    yield* refusesWith(history, step, { code: 403, reason: 'Forbidden', details }, says)
  }
  yield* refusalsAreStatusObjects({ ...history, exchanges: denied })
}

// A server that does not serve an operation may say so before it asks who sends it.
const notServed = [400, 404, 405, 415, 501]

const isLacking = (history: History, step: string): boolean =>
  step.startsWith('optional ') && notServed.includes(exchangeAt(history, step).answer?.status ?? 0)

/** All requests but those of the administrator are refused alike. */
export const allAreRefusedAs = (wanted: Refusal, says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'object')
    for (const { step, request } of history.exchanges)
      if (request.who !== 'admin' && !isLacking(history, step))
        yield* refusesWith(history, step, wanted, says)
  }

/** K8S-ERR-007: whoever has a token that does not count returns 401 with a whole Status. */
export function* badTokenIsUnauthorized(history: History): Generator<Observation> {
  const wanted = { code: 401, reason: 'Unauthorized' }
  yield* allAreRefusedAs(wanted, 'A request with an invalid token is refused with 401.')(history)
  const exchanges = history.exchanges.filter(({ request }) => request.who !== 'admin')
  yield* refusalsAreStatusObjects({ ...history, exchanges })
}

/** K8S-ERR-014: messages say which object was asked for. */
export function* messagesNameTheObject(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'newer')
  for (const label of ['missing', 'taken', 'stale', 'denied']) {
    const exchange = yield* requireFinalAnswer(history, label)
    const type = history.words.types.main
    const name = ownObjectName(history, label === 'missing' ? 'none' : 'x')
    const subject = `${type.resource}${type.group && `.${type.group}`} "${name}"`
    const message = bodyValueAt(exchange, '/message')
    yield* precondition(
      (exchange.answer?.status ?? 0) >= 400,
      `${label} returned ${answerSummary(exchange)}`,
    )
    yield verify(typeof message === 'string' && message.includes(subject), {
      says: 'The message of a refusal names the resource, its group and the object.',
      expected: subject,
      got: message,
      at: exchange,
    })
  }
}
