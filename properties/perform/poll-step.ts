// Repeats a request until its answer is as expected.

import { setTimeout as pause } from 'node:timers/promises'
import type { Client, WireRequest } from '../../fixtures/client/client.ts'
import { isSuccess } from '../history/history.ts'
import type { Answer, Exchange } from '../history/history.ts'
import { agentNameIn } from '../dsl/agent-names.ts'
import { establishedCondition } from '../dsl/custom-steps.ts'
import type { PollStep } from '../dsl/scenario.ts'
import {
  resolveRequest,
  recordProblems,
  beginExchange,
  toRecordedAnswer,
} from './execution-context.ts'
import type { ExecutionContext } from './execution-context.ts'
import { patienceMs, waitLimits } from './stream-steps.ts'
import { fillTerm, containsPart } from '../dsl/term.ts'

const pauseMs = 50

/** The kind of waits for a definition of a custom type; see `WaitMemory`. */
export const waitForEstablished = 'poll for an established definition'

/** Performs a poll step. Records the last answer, and a problem if it is not as expected. */
export async function performPoll(
  { poll, ...wanted }: PollStep,
  execution: ExecutionContext,
): Promise<void> {
  const exchange = beginExchange(poll, execution, undefined)
  await recordProblems(exchange, async () => {
    const { client, wire } = await resolveRequest(exchange, poll, execution)
    const shows = fillTerm(wanted.shows ?? {}, execution.fillings)
    const earlier = execution.history.exchanges.findLast(
      ({ step }) => step === wanted.laterSecondThan,
    )
    const matches = (answer: Answer) => {
      if (wanted.laterSecondThan !== undefined) return !earlier || isSecondLater(answer, earlier)
      if (wanted.isRefused) return answer.status >= 400 && ![429, 503].includes(answer.status)
      return wanted.status === undefined
        ? isSuccess({ ...exchange, answer }) && containsPart(shows, answer.body)
        : answer.status === wanted.status
    }
    const wholeMs = patienceMs(execution, msLeast({ poll, ...wanted }))
    const { waits } = execution.environment
    const kind = kindOfPoll({ poll, ...wanted }, exchange)
    const ms = (kind && waits?.limitMs(kind, wholeMs, execution.history)) || wholeMs
    const { answer, isReached, sentAt } = await repeatRequest(client, wire, {
      matches,
      ms,
      signal: execution.signal,
    })
    exchange.answer = answer
    // The response time determines the patience of later steps, so the polling before it is
    // excluded.
    exchange.sentAt = sentAt
    if (kind && !execution.signal.aborted) waits?.record(kind, isReached)
    if (!isReached) exchange.problem = `the expected answer did not come within ${ms} ms`
  })
  exchange.answeredAt = performance.now()
}

const isForEstablished = ({ shows }: PollStep): boolean => containsPart(establishedCondition, shows)

/** Returns how long a poll waits at least, in milliseconds. */
function msLeast(step: PollStep): number {
  if (isForEstablished(step)) return waitLimits.msEstablished
  const isOfAgent = agentNameIn(step.poll.server ?? '') !== undefined
  return isOfAgent ? waitLimits.msAgent : waitLimits.msPatient
}

/**
 * Returns the kind of a poll, by which its waits are remembered. Undefined if its wait is never
 * shortened: a clock goes on, and an alternate configuration is another server.
 */
function kindOfPoll(step: PollStep, { about }: Exchange): string | undefined {
  const { poll, status, shows, isRefused, laterSecondThan } = step
  if (laterSecondThan !== undefined || poll.server !== undefined) return undefined
  if (isForEstablished(step)) return waitForEstablished
  const what = isRefused ? 'a refusal' : (status ?? JSON.stringify(Object.keys(shows ?? {})))
  return `poll ${poll.method} ${about?.role ?? 'a path'} ${what}`
}

// After this time the seconds differ, even if a Date header is missing.
const secondMs = 1_100

/** Reports whether an answer is from a later second of the server's clock than an exchange. */
function isSecondLater(answer: Answer, earlier: Exchange): boolean {
  const dates = [earlier.answer, answer].map(one => Date.parse(one?.headers['date'] ?? ''))
  const [before = NaN, after = NaN] = dates
  return after > before || performance.now() - earlier.answeredAt >= secondMs
}

/**
 * Sends a request to the endpoints in turn until all of them in a row answered as expected, or the
 * time is over. Returns the last answer.
 * @throws TransportError when an endpoint does not answer
 */
export async function repeatRequest(
  client: Client,
  wire: WireRequest,
  {
    matches,
    ms,
    signal,
  }: { matches: (answer: Answer) => boolean; ms: number; signal: AbortSignal },
): Promise<{ answer: Answer; isReached: boolean; sentAt: number }> {
  const deadline = performance.now() + ms
  for (let turn = 0, inARow = 0; ; turn++) {
    const sentAt = performance.now()
    const answer = toRecordedAnswer(await client.send({ ...wire, turn }, signal))
    inARow = matches(answer) ? inARow + 1 : 0
    const isReached = inARow >= client.endpoints
    if (isReached || signal.aborted || performance.now() > deadline)
      return { answer, isReached, sentAt }
    if (inARow === 0) await pause(pauseMs)
  }
}
