// Judges refusals as genuine servers send them: an HTTP code and a Status with the reason.

import type { Role } from '../../fixtures/objects/tested-types.ts'
import type { Exchange, History } from '../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../history/history.ts'
import { precondition, refusalWith, verify } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'
import { isText, valueAt } from '../dsl/term.ts'

export type StatusDetails = { name?: string; group?: string; kind?: string }

/** One entry of `details.causes`. Without `field` the cause must name none. */
export type StatusCause = { reason: string; field?: string }

/** An expected refusal. Omitted members are not judged. */
export type ExpectedStatus = {
  code: number
  /** null if the Status must have no reason. */
  reason?: string | null
  /** Members that are omitted here must be absent. */
  details?: StatusDetails
  /** Expected among the causes, in any order. */
  causes?: StatusCause[]
}

/**
 * Returns the details for a role's object. They name its resource, or its kind if the object itself
 * is invalid.
 */
export function detailsOf(
  history: History,
  role: Role,
  as: 'resource' | 'kind',
  name?: string,
): StatusDetails {
  const type = history.context.types[role]
  return {
    ...(name === undefined ? {} : { name }),
    ...(type.group === '' ? {} : { group: type.group }),
    kind: type[as],
  }
}

/** Returns the name that this case gives to a logical one. */
export const ownObjectName = (history: History, logical: string): string =>
  history.context.prefix + logical

// These codes ask for a retry or mean a temporary failure of the server.
const postponed = [429, 503, 504]

/**
 * The precondition that a request has a final answer. A retry code counts if it is the wanted one.
 */
export function* requireFinalAnswer(
  history: History,
  label: string,
  wanted?: number,
): Generator<Observation, Exchange> {
  const exchange = exchangeAt(history, label)
  const status = exchange.answer?.status
  const isPostponed = status !== undefined && postponed.includes(status) && status !== wanted
  const isAnswer = status !== undefined && bodyValueAt(exchange, '/reason') !== 'ServerTimeout'
  yield* precondition(isAnswer && !isPostponed, `${label} returned ${answerSummary(exchange)}`)
  return exchange
}

/** A request is answered with this success code. */
export function* answersWith(
  history: History,
  label: string,
  code: number,
  says: string,
): Generator<Observation> {
  const exchange = yield* requireFinalAnswer(history, label)
  yield* precondition(isSuccess(exchange), `${label} returned ${answerSummary(exchange)}`)
  yield verify(exchange.answer?.status === code, {
    says,
    expected: code,
    got: answerSummary(exchange),
    at: exchange,
  })
}

/** A request is refused as expected. The caller must ensure that its valid twin is accepted. */
export function* refusesWith(
  history: History,
  label: string,
  wanted: ExpectedStatus,
  says: string,
): Generator<Observation> {
  yield* refusesWithCode(history, label, wanted, says)
  yield* statusSays(history, label, wanted)
}

/** A request is refused with the expected code. */
export function* refusesWithCode(
  history: History,
  label: string,
  { code }: ExpectedStatus,
  says: string,
): Generator<Observation> {
  const exchange = yield* requireFinalAnswer(history, label, code)
  const isWanted = exchange.answer?.status === code
  yield verify(isWanted, {
    says,
    expected: refusalWith(code),
    got: answerSummary(exchange),
    at: exchange,
  })
}

/** The Status of a refusal has the expected members. Another code is judged elsewhere. */
export function* statusSays(
  history: History,
  label: string,
  wanted: ExpectedStatus,
): Generator<Observation> {
  const exchange = exchangeAt(history, label)
  if (exchange.answer?.status !== wanted.code) return
  const { reason, details, causes = [] } = wanted
  if (reason !== undefined) {
    const got = bodyValueAt(exchange, '/reason') ?? ''
    yield verify(got === (reason ?? ''), {
      says: 'The Status of a refusal names its reason.',
      expected: reason ?? 'no reason',
      got,
      at: exchange,
    })
  }
  if (details) yield* detailsSay(exchange, details)

  const found = statusCauses(exchange)
  for (const cause of causes) {
    yield verify(
      found.some(one => isSame(one, cause)),
      {
        says: 'The Status of a refusal names its causes.',
        expected: cause,
        got: found,
        at: exchange,
      },
    )
  }
}

function* detailsSay(exchange: Exchange, wanted: StatusDetails): Generator<Observation> {
  for (const member of ['name', 'group', 'kind'] as const) {
    const got = bodyValueAt(exchange, `/details/${member}`) ?? ''
    yield verify(got === (wanted[member] ?? ''), {
      says: 'The details of a Status have the name, group and kind of what was refused.',
      expected: `${member}: ${wanted[member] ?? 'none'}`,
      got: `${member}: ${got === '' ? 'none' : String(got)}`,
      at: exchange,
    })
  }
}

export function statusCauses(exchange: Exchange): unknown[] {
  const causes = bodyValueAt(exchange, '/details/causes')
  return Array.isArray(causes) ? causes : []
}

const isSame = (found: unknown, wanted: StatusCause): boolean =>
  valueAt(found, '/reason') === wanted.reason &&
  (valueAt(found, '/field') ?? '') === (wanted.field ?? '')

/** Every refusal of a history is a complete Status that repeats its HTTP code. */
export function* refusalsAreStatusObjects(history: History): Generator<Observation> {
  for (const exchange of history.exchanges) {
    const status = exchange.answer?.status ?? 0
    if (status < 400 || postponed.includes(status)) continue
    const wanted: [pointer: string, is: (value: unknown) => boolean][] = [
      ['/kind', value => value === 'Status'],
      ['/apiVersion', value => value === 'v1'],
      ['/metadata', value => typeof value === 'object' && value !== null],
      ['/status', value => value === 'Failure'],
      ['/message', isText],
      ['/reason', isText],
      ['/code', value => value === status],
    ]
    for (const [pointer, is] of wanted) {
      const got = bodyValueAt(exchange, pointer)
      yield verify(is(got), {
        says: 'A refusal is a Status of apiVersion v1 with metadata, message, reason and code.',
        expected: `${pointer} of a failure with code ${status}`,
        got,
        at: exchange,
      })
    }
  }
}

/**
 * A read at a version that the server has not reached is refused with a timeout that asks for a
 * retry.
 */
export function* futureVersionAsksToRetry(history: History, label: string): Generator<Observation> {
  const says = 'A read at a future version is refused with 504.'
  const cause = { reason: 'ResourceVersionTooLarge' }
  const asked = exchangeAt(history, label).request.query['resourceVersion'] ?? ''
  yield* precondition(/^\d+$/.test(asked), 'a version of this target is not an integer')
  yield* refusesWith(history, label, { code: 504, reason: 'Timeout', causes: [cause] }, says)
  const exchange = exchangeAt(history, label)
  const seconds = bodyValueAt(exchange, '/details/retryAfterSeconds')
  if (typeof seconds !== 'number' || seconds <= 0) return
  yield verify(exchange.answer?.headers['retry-after'] === String(seconds), {
    says: 'Retry-After repeats the retryAfterSeconds of a Status.',
    expected: String(seconds),
    got: exchange.answer?.headers['retry-after'],
    at: exchange,
  })
}
