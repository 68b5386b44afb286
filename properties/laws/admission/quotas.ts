// Judges what quotas do to writes.

import { answerSummary, bodyValueAt, exchangeAt, isSuccess } from '../../history/history.ts'
import type { History } from '../../history/history.ts'
import { applicable, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'
import { countedStep, quotaStep } from '../../scenarios/admission/quotas.ts'

/** The rules apply to servers that store quotas, and count what objects use of them. */
export function* requireQuota(history: History): Generator<Observation> {
  const created = exchangeAt(history, quotaStep)
  yield* applicable(
    ![403, 404, 405].includes(created.answer?.status ?? 0),
    `the server stores no quotas: the create returned ${answerSummary(created)}`,
  )
  yield* requireSuccess(history, quotaStep)
  const counted = exchangeAt(history, countedStep)
  yield* applicable(
    counted.problem === undefined,
    'nothing counts the usage of quotas: the status of a new one does not show its limits',
  )
}

/** A create beyond the quota is refused, and the message says why. */
export function* exceedsQuota(
  history: History,
  label: string,
  { says, texts }: { says: string; texts: readonly string[] },
): Generator<Observation> {
  const write = yield* requireDecision(history, label)
  const reason = bodyValueAt(write, '/reason')
  yield verify(write.answer?.status === 403 && reason === 'Forbidden', {
    says,
    expected: '403 Forbidden',
    got: answerSummary(write),
    at: write,
  })
  const message = String(bodyValueAt(write, '/message'))
  for (const text of texts)
    yield verify(message.includes(text), {
      says: 'The message of the refusal says what the quota lacks.',
      expected: text,
      got: message,
      at: write,
    })
}

/** A create that fits is not refused for the quota. */
export function* fitsQuota(history: History, label: string, says: string): Generator<Observation> {
  const write = yield* requireDecision(history, label)
  const isOfQuota = String(bodyValueAt(write, '/message')).includes('quota')
  if (!isSuccess(write) && !isOfQuota) return yield* requireSuccess(history, label)
  yield verify(isSuccess(write), {
    says,
    expected: 'success',
    got: answerSummary(write),
    at: write,
  })
}
