// Reads the reviews that webhooks of a case received, and judges how failed calls end.

import { answerSummary, bodyValueAt, exchangeAt, isSuccess } from '../../history/history.ts'
import type { Exchange, History } from '../../history/history.ts'
import { anyRefusal, applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import {
  inForceStepLabel,
  calledStepLabel,
  registrationStepLabel,
} from '../../dsl/webhook-steps.ts'
import type { Hook } from '../../dsl/webhook-steps.ts'
import { requireSuccess } from '../preconditions.ts'

/** A call that the host recorded, with a review as its body. */
export type ReviewCall = { body: unknown }

/** The rules apply to servers that register webhooks, call them, and reach the host of the run. */
export function* requireHook(history: History, ...hooks: Hook[]): Generator<Observation> {
  yield* requireSuccess(history, 'probe')
  for (const hook of hooks) {
    const registration = exchangeAt(history, registrationStepLabel(hook))
    yield* applicable(
      isSuccess(registration) || (registration.answer?.status ?? 500) >= 500,
      `the server registers no such webhook: it returned ${answerSummary(registration)}`,
    )
    yield* requireSuccess(history, registrationStepLabel(hook), calledStepLabel(hook))
    const called = bodyValueAt(exchangeAt(history, calledStepLabel(hook)), '/earlier')
    yield* applicable(
      Number(called) > 0,
      'the server has called no webhook at the host of this run; it may be unable to reach it (--hosts-address)',
    )
    const refused = exchangeAt(history, inForceStepLabel(hook))
    yield* precondition(refused.problem === undefined, `${refused.step}: ${answerSummary(refused)}`)
  }
}

/** Returns the calls in an answer with a record. */
export function callsIn(history: History, label: string): ReviewCall[] {
  const calls = bodyValueAt(exchangeAt(history, label), '/calls')
  return Array.isArray(calls) ? (calls as ReviewCall[]) : []
}

/** Returns the value at a pointer in the request of a review. */
export const inRequest = ({ body }: ReviewCall, pointer: string): unknown =>
  valueAt(body, `/request${pointer}`)

const operations: Record<string, string> = {
  POST: 'CREATE',
  PUT: 'UPDATE',
  PATCH: 'UPDATE',
  DELETE: 'DELETE',
}

/**
 * Returns the last call in the record that was read after a write: the last one for its operation,
 * since a controller may write the object as well. The step `LABEL calls` reads the record.
 */
export function* callOf(history: History, label: string): Generator<Observation, ReviewCall> {
  yield* requireSuccess(history, label, `${label} calls`)
  const calls = callsIn(history, `${label} calls`)
  const operation = operations[exchangeAt(history, label).request.method]
  const call = calls.findLast(one => inRequest(one, '/operation') === operation) ?? calls.at(-1)
  yield* precondition(call !== undefined, `the webhook was not called for ${label}`)
  return call ?? { body: undefined }
}

/** A member of the review of a write has this value. */
export function* reviewShows(
  history: History,
  label: string,
  { pointer, wanted, says }: { pointer: string; wanted: unknown; says: string },
): Generator<Observation> {
  const got = inRequest(yield* callOf(history, label), pointer)
  yield verify(isEqual(got, wanted), { says, expected: wanted ?? 'nothing', got, at: label })
}

/** An empty member may be omitted. */
const isEqual = (got: unknown, wanted: unknown): boolean =>
  JSON.stringify(got ?? '') === JSON.stringify(wanted ?? '')

/** Reports whether a write was refused in any way: with 4xx, or as an internal error. */
export const isRefusedSomehow = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status >= 400 && ![429, 503].includes(answer.status)

/**
 * A wrong answer of a webhook whose failures are fatal: the write (`wrong`) is refused and stores
 * nothing, and the same write (`right`) with a right answer succeeds.
 */
export function* wrongAnswerFails(
  history: History,
  wrong: string,
  says: string,
): Generator<Observation> {
  yield* requireHook(history, 'a')
  yield* requireSuccess(history, 'right')
  yield* precondition(
    callsIn(history, `${wrong} calls`).length > 0,
    `the webhook was not called for ${wrong}`,
  )
  const write = exchangeAt(history, wrong)
  yield* precondition(
    isSuccess(write) || isRefusedSomehow(write),
    `${wrong} returned ${answerSummary(write)}`,
  )
  yield verify(!isSuccess(write), {
    says,
    expected: anyRefusal('a refusal'),
    got: answerSummary(write),
    at: write,
  })
  const stored = exchangeAt(history, `${wrong} stored`)
  yield verify(!isSuccess(stored), {
    says: 'A write that was refused stores nothing.',
    expected: 'no object with that name',
    got: answerSummary(stored),
    at: stored,
  })
}

/**
 * Returns what a client chooses of a Secret: its name, labels, annotations and data. A response may
 * have more members than the object of a review.
 */
export function clientPartOf(object: unknown): object {
  const present = (pointers: string[]) =>
    Object.fromEntries(
      pointers.flatMap(pointer => {
        const value = valueAt(object, pointer)
        return value === undefined ? [] : [[pointer.split('/').at(-1) ?? '', value]]
      }),
    )
  const metadata = present(['/metadata/name', '/metadata/labels', '/metadata/annotations'])
  return { ...present(['/data', '/stringData']), metadata }
}
