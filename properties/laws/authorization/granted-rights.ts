// Judges requests of users to whom a case has granted rights by a role
// (scenarios/authorization/granted-rights.ts), or who have one verb.

import type { History } from '../../history/history.ts'
import {
  answerSummary,
  bodyValueAt,
  exchangeAt,
  hasStep,
  isSuccess,
} from '../../history/history.ts'
import { withoutRole } from '../../scenarios/authorization/granted-rights.ts'
import { anyRefusal, applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

const forbidden = 403

/**
 * The roles of these users are in force. On a server that does not let the administrator act as
 * others, or where roles are not what decides, nothing can be judged.
 */
export function* requireRolesInForce(history: History, ...users: string[]): Generator<Observation> {
  for (const user of users) {
    const who = exchangeAt(history, `user ${user}`)
    const name = isSuccess(who) && bodyValueAt(who, '/status/userInfo/username')
    const lacking =
      who.answer?.status === 404
        ? 'no SelfSubjectReview shows as whom a request acts'
        : 'the administrator cannot act as another user'
    yield* applicable(
      name === `${history.context.prefix}${user}`,
      `${lacking}: ${answerSummary(who)}`,
    )
    const before = exchangeAt(history, `before ${user}`)
    yield* applicable(
      before.answer?.status === forbidden,
      `a request without permission is not refused with 403: ${answerSummary(before)}`,
    )
    for (const label of [`role ${user}`, `binding ${user}`]) {
      const made = exchangeAt(history, label)
      yield* applicable(isSuccess(made), `no roles can be created: ${answerSummary(made)}`)
    }
    const granted = exchangeAt(history, `granted ${user}`)
    yield* applicable(
      isSuccess(granted),
      `roles do not give permission on this server: ${answerSummary(granted)}`,
    )
  }
}

/** Requests pass authorization, or are refused with 403, by label. */
export const areAuthorized = (says: string, expected: { [label: string]: boolean }) =>
  function* (history: History): Generator<Observation> {
    for (const [label, isWanted] of Object.entries(expected)) {
      const exchange = exchangeAt(history, label)
      const status = exchange.answer?.status ?? 503
      if (hasStep(history, withoutRole(label))) {
        const control = exchangeAt(history, withoutRole(label))
        yield* applicable(
          control.answer?.status === forbidden,
          `users without a role are not refused with 403: ${label} returned ${answerSummary(control)}`,
        )
      }
      yield* precondition(
        isSuccess(exchange) || (status >= 400 && status < 500 && status !== 401 && status !== 429),
        `${label} returned ${answerSummary(exchange)}`,
      )
      // A request that passes authorization can still fail for another reason.
      yield verify(isWanted ? status !== forbidden : !isSuccess(exchange), {
        says,
        expected: isWanted ? 'no 403' : anyRefusal('a refusal'),
        got: answerSummary(exchange),
        at: exchange,
      })
    }
  }
