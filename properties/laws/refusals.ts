// Judges that faulty requests are refused as by genuine servers, while their valid twins succeed.

import type { Role } from '../../fixtures/objects/tested-types.ts'
import type { Exchange, History } from '../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
  rolesIn,
} from '../history/history.ts'
import { anyRefusal, applicable, precondition, verify } from '../history/observation.ts'
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
  refusesWithCode,
  statusSays,
} from './status.ts'
import type { ExpectedStatus } from './status.ts'

export const badRequestRefusal: ExpectedStatus = { code: 400, reason: 'BadRequest' }

/** The faulty steps of a history, and the refusals that they must get. */
export type RefusalRule = {
  /** Labels of the valid steps. They must succeed, or the faulty ones are no evidence. */
  twins: string[]
  /** Labels of the faulty steps; by default all that start with `fault`. */
  faults?: string[]
  /** The expected refusal, or a function of the request. Undefined judges nothing. */
  wanted: ExpectedStatus | ((history: History, fault: Exchange) => ExpectedStatus | undefined)
  says: string
}

/**
 * Each faulty step is refused as expected. The codes are judged first, so that a report names a
 * wrong code rather than a wrong member of another refusal.
 */
export const faultsAreRefused = ({ twins, faults, wanted, says }: RefusalRule) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, ...twins)
    const expected = (faults ?? faultsIn(history)).flatMap(label => {
      const refusal =
        typeof wanted === 'function' ? wanted(history, exchangeAt(history, label)) : wanted
      return refusal ? [{ label, refusal }] : []
    })
    for (const { label, refusal } of expected) yield* refusesWithCode(history, label, refusal, says)
    for (const { label, refusal } of expected) yield* statusSays(history, label, refusal)
  }

/**
 * Each of these requests is refused with a 4xx, or with 500 as on genuine servers. The steps in
 * `twins` are valid and must succeed.
 */
export function* areRefusedInSomeWay(
  history: History,
  { twins, faults, says }: { twins: string[]; faults: string[]; says: string },
): Generator<Observation> {
  yield* requireSuccess(history, ...twins)
  for (const label of faults) {
    const fault = yield* requireFinalAnswer(history, label)
    yield verify(isFinalRefusal(fault) || fault.answer?.status === 500, {
      says,
      expected: anyRefusal('a refusal (4xx or 500)'),
      got: answerSummary(fault),
      at: fault,
    })
  }
}

/**
 * A request that sets a field is not accepted without it. Ignoring the field is a lesser fault than
 * storing it, so the report must not call the stored object invalid.
 */
export function* fieldIsNotIgnored(
  history: History,
  label: string,
  pointer: string,
): Generator<Observation> {
  const exchange = yield* requireFinalAnswer(history, label)
  const isIgnored = isSuccess(exchange) && bodyValueAt(exchange, pointer) === undefined
  yield verify(!isIgnored, {
    says: 'A field that a request must not set is refused, rather than ignored.',
    expected: `the refusal of ${pointer}`,
    got: `${answerSummary(exchange)} without ${pointer}`,
    at: exchange,
  })
}

const faultsIn = (history: History): string[] =>
  history.exchanges.map(({ step }) => step).filter(step => step.startsWith('fault'))

/**
 * Like `faultsAreRefused`, for each role separately. A blank and the role are appended to the
 * labels.
 */
export const faultsAreRefusedOf = (
  roles: readonly Role[],
  { twins, faults, ...rest }: RefusalRule,
) =>
  function* (history: History): Generator<Observation> {
    for (const role of rolesIn(history, roles)) {
      const ofRole = (label: string): string => `${label} ${role}`
      const labels = { twins: twins.map(ofRole), faults: (faults ?? ['fault']).map(ofRole) }
      yield* faultsAreRefused({ ...rest, ...labels })(history)
    }
  }

/** Returns a refusal whose details name the object by its resource. */
export const refusalOf =
  (logical: string, refusal: ExpectedStatus) =>
  (history: History, { about }: Exchange): ExpectedStatus | undefined =>
    about && {
      ...refusal,
      details: detailsOf(history, about.role, 'resource', ownObjectName(history, logical)),
    }

/** K8S-ERR-005: a create and an update of invalid objects are refused, with complete causes. */
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

/**
 * K8S-ERR-008: every request of the limited identity is refused with 403, with details of the
 * object.
 */
export function* forbiddenRefusalNamesResource(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin')
  const denied = history.exchanges.filter(
    ({ step, about, request }) => request.who === 'limited' && about && !isLacking(history, step),
  )
  const says = 'A request without permission is refused with 403 Forbidden.'
  // The codes are judged before the details.
  for (const { step } of denied) yield* refusesWith(history, step, { code: 403 }, says)
  for (const { step, about } of denied) {
    if (!about) continue
    const details = detailsOf(history, about.role, 'resource', about.name)
    yield* refusesWith(history, step, { code: 403, reason: 'Forbidden', details }, says)
  }
  yield* refusalsAreStatusObjects({ ...history, exchanges: denied })
}

// A server that does not serve an operation may refuse it before it authenticates the client.
const notServed = [400, 404, 405, 415, 501]

const isLacking = (history: History, step: string): boolean =>
  step.startsWith('optional ') && notServed.includes(exchangeAt(history, step).answer?.status ?? 0)

/** All requests except those of the administrator are refused in the same way. */
export const allAreRefusedAs = (wanted: ExpectedStatus, says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'object')
    for (const { step, request } of history.exchanges)
      if (request.who !== 'admin' && !isLacking(history, step))
        yield* refusesWith(history, step, wanted, says)
  }

/** K8S-ERR-007: a request with an invalid token is refused with 401 and a complete Status. */
export function* badTokenIsUnauthorized(history: History): Generator<Observation> {
  const wanted = { code: 401, reason: 'Unauthorized' }
  yield* allAreRefusedAs(wanted, 'A request with an invalid token is refused with 401.')(history)
  const exchanges = history.exchanges.filter(({ request }) => request.who !== 'admin')
  yield* refusalsAreStatusObjects({ ...history, exchanges })
}

/** K8S-ERR-014: messages name the requested object. */
export function* messagesNameTheObject(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'newer')
  for (const label of ['missing', 'taken', 'stale', 'denied']) {
    const exchange = yield* requireFinalAnswer(history, label)
    const type = history.context.types.main
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

/**
 * Returns the faulty steps that were not refused with 400: the text of the specification says 400
 * where genuine servers have another code. The rule of genuine servers applies to the others.
 */
export function* faultsNotRefusedWith400(
  history: History,
  faults: string[],
): Generator<Observation, string[]> {
  const others = faults.filter(label => exchangeAt(history, label).answer?.status !== 400)
  yield* applicable(others.length > 0, 'the server refuses with 400, as the specification says')
  return others
}
