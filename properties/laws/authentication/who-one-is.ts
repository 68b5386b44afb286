// Judges who the sender of a request is (scenarios/authentication/token-requests.ts).

import type { History } from '../../history/history.ts'
import { answerSummary, bodyValueAt, exchangeAt, isSuccess } from '../../history/history.ts'
import { applicable, precondition, refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'

/** What a review must show of a user. */
export type ExpectedUser = {
  username?: string
  uid?: string
  /** Groups that the user has, and groups that it does not have. */
  groups?: readonly string[]
  otherGroups?: readonly string[]
  /** The values of extra attributes by key; null for keys that must be absent. */
  extra?: { readonly [key: string]: readonly string[] | null }
}

/** The precondition that a request with good credentials succeeded. */
export function* requireAccepted(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const exchange = exchangeAt(history, label)
    yield* applicable(exchange.answer?.status !== 404, 'the server serves no SelfSubjectReviews')
    yield* precondition(
      isSuccess(exchange),
      `${label}: good credentials were not accepted: ${answerSummary(exchange)}`,
    )
  }
}

/** Requests are refused with 401. `twin` is a similar request that succeeds. */
export const refusesCredentials = (says: string, twin: string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* requireAccepted(history, twin)
    for (const label of labels) {
      const exchange = yield* requireDecision(history, label)
      yield verify(exchange.answer?.status === 401, {
        says,
        expected: refusalWith(401),
        got: answerSummary(exchange),
        at: exchange,
      })
    }
  }

/** The sender of a request is this user. */
export function* isUser(
  history: History,
  label: string,
  expected: ExpectedUser,
  says: string,
): Generator<Observation> {
  const exchange = yield* requireDecision(history, label)
  const user = bodyValueAt(exchange, '/status/userInfo') as Record<string, unknown> | undefined
  if (!isSuccess(exchange) || user === undefined) {
    yield verify(false, { says, expected, got: answerSummary(exchange), at: exchange })
    return
  }
  const { username, uid, groups = [], otherGroups = [], extra = {} } = expected
  const found = new Set(Array.isArray(user['groups']) ? user['groups'].map(String) : [])
  const attributes = (user['extra'] ?? {}) as Record<string, unknown>
  const checks: [wanted: unknown, got: unknown][] = [
    ...(username === undefined ? [] : [[username, user['username']] as [unknown, unknown]]),
    ...(uid === undefined ? [] : [[uid, user['uid']] as [unknown, unknown]]),
    ...groups.map((group): [unknown, unknown] => [group, found.has(group) ? group : [...found]]),
    ...otherGroups.map((group): [unknown, unknown] => [
      `no group ${JSON.stringify(group)}`,
      found.has(group) ? [...found] : `no group ${JSON.stringify(group)}`,
    ]),
    ...Object.entries(extra).map(([key, values]): [unknown, unknown] => [
      values === null ? `no ${key}` : `${key}: ${JSON.stringify(values)}`,
      attributes[key] === undefined ? `no ${key}` : `${key}: ${JSON.stringify(attributes[key])}`,
    ]),
  ]
  for (const [wanted, got] of checks)
    yield verify(JSON.stringify(wanted) === JSON.stringify(got), {
      says,
      expected: wanted,
      got,
      at: exchange,
    })
}

/** The sender of a request has been authenticated as some user. */
export function* isSomebody(history: History, label: string, says: string): Generator<Observation> {
  const exchange = yield* requireDecision(history, label)
  const name = isSuccess(exchange) && bodyValueAt(exchange, '/status/userInfo/username')
  yield verify(typeof name === 'string' && name !== '', {
    says,
    expected: 'the user name of the client',
    got: answerSummary(exchange),
    at: exchange,
  })
}

/** The senders of several requests. `twin` is a request with a token that must be accepted. */
export const areUsers = (twin: string, says: string, users: Record<string, ExpectedUser>) =>
  function* (history: History): Generator<Observation> {
    yield* requireAccepted(history, twin)
    for (const [label, expected] of Object.entries(users))
      yield* isUser(history, label, expected, says)
  }

/** The requests that the host of issuers has recorded. */
export function* recordedCalls(
  history: History,
): Generator<Observation, { calls: readonly string[]; failedHandshakes: number }> {
  const exchange = exchangeAt(history, 'calls')
  const body = bodyValueAt(exchange, '') as
    | { calls?: string[]; failedHandshakes?: number }
    | undefined
  yield* precondition(
    isSuccess(exchange) && body !== undefined,
    'the host of issuers has no record',
  )
  return { calls: body?.calls ?? [], failedHandshakes: body?.failedHandshakes ?? 0 }
}
