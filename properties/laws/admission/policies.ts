// Judges what admission policies do to writes.

import { answerSummary, bodyValueAt, exchangeAt, isSuccess } from '../../history/history.ts'
import type { Exchange, History } from '../../history/history.ts'
import {
  anyRefusal,
  applicable,
  precondition,
  refusalWith,
  verify,
} from '../../history/observation.ts'
import type { ExpectedRefusal, Observation } from '../../history/observation.ts'
import { warningsOf } from '../../history/warnings.ts'
import { bindingStepLabel, policyStepLabel, inForceStepLabel } from '../../dsl/policy-steps.ts'
import type { PolicyName } from '../../dsl/policy-steps.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'
import { escapeSegment } from '../../dsl/term.ts'

/** The rules apply to servers that serve the types of policies and bindings. */
export function* requirePolicies(
  history: History,
  ...policies: PolicyName[]
): Generator<Observation> {
  for (const policy of policies)
    for (const label of [policyStepLabel(policy), bindingStepLabel(policy)]) {
      const registration = exchangeAt(history, label)
      yield* applicable(
        ![403, 404, 405].includes(registration.answer?.status ?? 0),
        `the server stores no such policies: ${label} returned ${answerSummary(registration)}`,
      )
      yield* requireSuccess(history, label)
    }
}

/** The precondition that policies are stored, and refuse a change of their probe. */
export function* requireInForce(
  history: History,
  ...policies: PolicyName[]
): Generator<Observation> {
  yield* requirePolicies(history, ...policies)
  for (const policy of policies) {
    const refused = exchangeAt(history, inForceStepLabel(policy))
    yield* requireSuccess(history, `probe ${policy}`)
    yield* precondition(
      refused.problem === undefined,
      `the policy ${policy} had no effect: ${answerSummary(refused)}`,
    )
    // Another writer, or a server that is busy.
    const { status = 503 } = refused.answer ?? {}
    yield* precondition(
      status < 500 && status !== 409,
      `the probe of the policy ${policy} returned ${answerSummary(refused)}`,
    )
  }
}

/** A refusal, but none that asks for another try. */
const isRefused = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status >= 400 && answer.status < 500 && answer.status !== 429

/** A write is refused with 4xx. */
export function* writeIsRefused(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const write = exchangeAt(history, label)
  yield* precondition(
    isSuccess(write) || (write.answer?.status ?? 0) >= 400,
    `${label} returned ${answerSummary(write)}`,
  )
  yield verify(isRefused(write), {
    says,
    expected: anyRefusal('a refusal with 4xx'),
    got: answerSummary(write),
    at: write,
  })
}

/** A write succeeds. Only a refusal by which policies refuse is a violation. */
export function* writeIsAdmitted(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const write = exchangeAt(history, label)
  yield* precondition(
    isSuccess(write) || [401, 403, 413, 422].includes(write.answer?.status ?? 0),
    `${label} returned ${answerSummary(write)}`,
  )
  yield verify(isSuccess(write), {
    says,
    expected: 'success',
    got: answerSummary(write),
    at: write,
  })
}

/** A poll has reached what it waits for. */
export function* isReached(
  history: History,
  label: string,
  says: string,
  expected: string | ExpectedRefusal,
): Generator<Observation> {
  const poll = exchangeAt(history, label)
  const { status = 503 } = poll.answer ?? {}
  yield* precondition(
    poll.problem === undefined || (status < 500 && status !== 429),
    `${label} returned ${answerSummary(poll)}`,
  )
  yield verify(poll.problem === undefined, { says, expected, got: answerSummary(poll), at: poll })
}

/** Nothing is stored under the name of a write. */
export function* isNotStored(history: History, label: string): Generator<Observation> {
  const stored = exchangeAt(history, label)
  yield* precondition(
    isSuccess(stored) || stored.answer?.status === 404,
    `${label} returned ${answerSummary(stored)}`,
  )
  yield verify(!isSuccess(stored), {
    says: 'A write that was not admitted stores nothing.',
    expected: refusalWith(404),
    got: answerSummary(stored),
    at: stored,
  })
}

/** A refusal has this code and reason, and its message contains a text. */
export function* refusalShows(
  history: History,
  label: string,
  { code, reason, text }: { code: number; reason: string; text: string },
): Generator<Observation> {
  const write = yield* requireDecision(history, label)
  yield* precondition(!isSuccess(write), `${label} returned ${answerSummary(write)}`)
  const got = [write.answer?.status, bodyValueAt(write, '/reason')]
  yield verify(got[0] === code && got[1] === reason, {
    says: 'A refusal has the reason of the violated validation, and the code of that reason.',
    expected: refusalWith(code, reason),
    got: `${String(got[0])} ${String(got[1])}`,
    at: write,
  })
  const message = String(bodyValueAt(write, '/message'))
  yield verify(message.includes(text), {
    says: 'The message of a refusal contains that of the violated validation.',
    expected: text,
    got: message,
    at: write,
  })
}

/** Some warning of a write contains a text. */
export function* warns(history: History, label: string, text: string): Generator<Observation> {
  const write = exchangeAt(history, label)
  const warnings = warningsOf(write)
  yield verify(
    warnings.some(one => one.includes(text)),
    {
      says: 'A violation that is only warned of causes a warning with its message.',
      expected: text,
      got: warnings.join(', ') || 'no warning',
      at: write,
    },
  )
}

/** An answer shows an annotation with this value. */
export function* showsAnnotation(
  history: History,
  label: string,
  { annotation, wanted, says }: { annotation: string; wanted: string; says: string },
): Generator<Observation> {
  const exchange = exchangeAt(history, label)
  yield* requireSuccess(history, label)
  const got = bodyValueAt(exchange, `/metadata/annotations/${escapeSegment(annotation)}`)
  yield verify(got === wanted, { says, expected: wanted, got: got ?? 'nothing', at: exchange })
}
